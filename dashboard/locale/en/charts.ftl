# Words of the charts that several pages share.

chart-position = position p, from 0
chart-value = value
chart-undefined = undefined here

# Below a chart that is saved.

chart-caption = { $schemes }; n = { $length }, d = { $dim }
    .changed = { $schemes }; n = { $length }, d = { $dim }; { $changed }
