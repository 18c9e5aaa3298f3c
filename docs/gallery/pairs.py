# %% [markdown]
# # Pairs of positions
#
# All pairs of positions: dot products, or distances with `distance=True`.

# %%
from posenc_core import Grid, plot

plot.pairs(Grid(), length=64, dim=32)

# %% [markdown]
# An image is counted line by line: the blocks are its rows.
