# %% [markdown]
# # Compare encodings
#
# The matrix, the distance between neighboring positions, and the dot product with one position, for several
# encodings. Rows share their axes, so that columns can be compared.

# %%
from posenc_core import Binary, Normalized, Sinusoidal, plot

plot.compare(Sinusoidal(), Binary(), Normalized(), length=128, dim=64, position=40)

# %% [markdown]
# The distances of the sinusoidal encoding are constant. Those of the binary encoding depend on the number of bits
# that flip.
