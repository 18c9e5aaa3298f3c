# Words of the charts that several pages share.


# In the place of a chart when plotly.js or the scripts could not be loaded; its alternative text follows.

chart-failed = This chart could not be drawn, because your browser could not load its script. Reload the page to try again.


# Below a chart that is saved.

chart-caption = { $schemes }; n = { $length }, d = { $dim }
    .changed = { $schemes }; n = { $length }, d = { $dim }; { $changed }


# Texts of the browser code. Its numbers are not known here, so no word may depend on them. The position under the
# pointer is compared with the selected one; then the labels of the buttons that save a chart.

chart-client =
    .position = position
    .dimension = dimension
    .at = at { $text }
    .other = with { $key }
    .itself = with itself
    .all = at { $text }: { $shown } with { $key }, { $own } with itself
    .png = Save as PNG
    .svg = Save as SVG
