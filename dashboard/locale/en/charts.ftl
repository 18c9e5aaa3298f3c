# Words of the charts that several pages share.


# In the place of a chart when plotly.js or the scripts could not be loaded; its alternative text follows.

chart-failed = This chart could not be drawn: your browser could not load its script. Reload the page to try again.


# Below a chart that is saved.

chart-caption = { $schemes }; n = { $length }, d = { $dim }
    .changed = { $schemes }; n = { $length }, d = { $dim }; { $changed }
