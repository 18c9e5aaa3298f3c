# %% [markdown]
# # Heatmap
#
# The matrix of an encoding: one column per position, one row per dimension; red is below zero, blue above. Arrays
# work as well as schemes.

# %%
from posenc_core import Sinusoidal, plot

plot.heatmap(Sinusoidal(layout="concatenated"), length=128, dim=64)

# %% [markdown]
# In the concatenated layout, all sines precede all cosines; in each half, every row has a longer wavelength than the
# row above.
