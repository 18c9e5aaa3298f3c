# %% [markdown]
# # Similarity
#
# The similarity of every position to a selected one. `kind` is one of dot, cosine, min-max, softmax, attention, and
# distance.

# %%
from posenc_core import RoPE, Sinusoidal, plot

plot.similarity(Sinusoidal(), Sinusoidal(base=100), RoPE(), position=64, kind="cosine", length=128, dim=64)

# %% [markdown]
# A smaller base has shorter wavelengths, so similarity decreases faster and rises again.
