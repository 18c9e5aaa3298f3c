# Words of the charts that several pages share.


# In the place of a chart when plotly.js or the scripts could not be loaded; its alternative text follows.

chart-failed = 브라우저가 스크립트를 불러오지 못해 이 차트를 그리지 못했습니다. 페이지를 새로 고쳐 다시 시도하세요.


# Below a chart that is saved.

chart-caption = { $schemes } · n = { $length }, d = { $dim }
    .changed = { $schemes } · n = { $length }, d = { $dim } · { $changed }


# Texts of the browser code. Its numbers are not known here, so no particle may follow them. The position under the
# pointer is compared with the selected one; then the labels of the buttons that save a chart.

chart-client =
    .position = 위치
    .dimension = 차원
    .at = 위치 { $text }에서
    .other = 위치 { $key }
    .itself = 자기 자신
    .all = 위치 { $text }에서 { $shown }(위치 { $key }), { $own }(자기 자신)
    .png = PNG로 저장
    .svg = SVG로 저장
