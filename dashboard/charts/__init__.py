"""Chart component, and figures that several pages share."""
