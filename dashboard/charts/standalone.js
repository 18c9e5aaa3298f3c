// A chart that stands alone, in a file that needs no server: it can be pointed at, and zoomed.

import { Follower, listen, page } from "./following.js";

/** Draw what `saving.js` has written down. */
export const stand = (Plotly, { data, layout, told }) => {
  const chart = document.querySelector(".chart");
  const follower = new Follower(chart, document.querySelector(".following"));
  Plotly.newPlot(chart, data, layout, { displaylogo: false, responsive: true, showSendToCloud: false }).then(() => {
    follower.tell({ ...told, figure: { data, layout } });
    page.join(follower, false);
    listen(chart, told);
  });
};
