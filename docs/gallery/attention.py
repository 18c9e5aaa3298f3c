# %% [markdown]
# # Attention by distance
#
# The share of attention for a key k tokens back, relative to the query itself, averaged over queries; query and key
# have equal content.

# %%
from posenc_core import ALiBi, RoPE, Sinusoidal, plot

plot.attention(Sinusoidal(), RoPE(), ALiBi(), dim=64, length=128, heads=8, head=2)

# %% [markdown]
# All families have one axis: vectors, rotations, and biases change attention logits.
