"""How a figure gets onto a page, and the figures that several pages share."""
