# Words of the charts that several pages share.


# Below a chart that is saved.

chart-caption = { $schemes }; n = { $length }, d = { $dim }
    .changed = { $schemes }; n = { $length }, d = { $dim }; { $changed }
