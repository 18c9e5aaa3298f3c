# %% [markdown]
# # Distances
#
# The distance between each position and the one `offset` tokens later. A flat line means that all steps have the same
# length.

# %%
from posenc_core import Gray, Index, Normalized, Sinusoidal, plot

plot.distances(Sinusoidal(), Gray(), Index(), Normalized(), offset=1, length=64, dim=16)

# %% [markdown]
# Every step of a Gray code flips exactly one bit, so its distances are constant, too.
