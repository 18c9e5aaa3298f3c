"""The bar of controls above the figure of a page."""
