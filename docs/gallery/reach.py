# %% [markdown]
# # Reach of attention heads
#
# The distance at which the bias of each head halves its attention. A head without a bar does not halve it within
# `length`.

# %%
from posenc_core import ALiBi, plot

plot.reach(ALiBi(), heads=12, length=512)

# %% [markdown]
# 12 is not a power of 2: the authors' code appends slopes of 16 heads, so the reach of the last four heads restarts
# low.
