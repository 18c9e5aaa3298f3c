# %% [markdown]
# # Wavelengths
#
# The wavelength of each pair of dimensions, in tokens, on a logarithmic axis.

# %%
from posenc_core import RoPE, plot

plot.wavelengths(
    RoPE(),
    RoPE(base=500000),
    RoPE(base=500000, scaling="llama3", factor=8, trained_length=8192),
    dim=128,
)

# %% [markdown]
# A larger base lengthens the wavelengths of slow pairs. The scaling of Llama 3.1 lengthens only the slowest ones
# further.
