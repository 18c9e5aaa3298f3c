# Words of the charts that several pages share.

chart-position = position p, from 0
chart-value = value
chart-undefined = undefined here
