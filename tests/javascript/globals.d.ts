// What the charts find in a page, or leave there.

interface Window {
  Plotly?: any;
  plotlyLoaded?: Promise<any>;
  /** What is shown: the page says it before a chart can be saved. */
  posencShown?: { page: string; file: string; caption: string; link?: string };
  /** URL of the state without the page, for a session that another process restores. */
  posencAddress?: string;
}
