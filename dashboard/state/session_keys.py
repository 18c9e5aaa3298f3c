"""Keys of the session state, besides the keys of widgets and of links."""

STATE = "state"
"""Values of all keys of a link."""

PAGE = "page"
"""Page of the last run."""

PAGES = "pages"
"""Pages, as Streamlit links to them, by name."""

STUDY = "study"
"""Study of the last run of the page, None if it shows none."""

LANGUAGE = "language"
"""Language that a URL of the session asked for."""

LINK_LINES = "link lines"
"""Lines about unusable values of the link, until a value changes."""

IS_RESTART = "is restart"
"""Whether the session started without a query: the browser may have kept the URL of a session that ended."""

PENDING = "pending values"
"""Values for controls that are rendered already, for the next run."""

HANDLES = "handles"
"""Name and value of the widget of each handle, by key."""

UPLOAD = "upload"
"""Uploaded table, or uploaded file of several tables."""

TABLE_UPLOADS, TABLE_ERROR, IS_TABLE_NEW = "table uploads", "table error", "table is new"
"""Number of handled uploads, message about an unreadable one, and whether the table is new in this run."""

COMPARISON = "table comparison"
"""Table that was compared with the one it was resized from, and the result."""

CONFIG_FILE, CONFIG_UPLOADS = "config file", "config uploads"
"""Model of an uploaded configuration or GGUF file, or an error, and the number of handled uploads."""

CHART_PARTS = "chart parts"
"""Sizes of the figure parts that the browser has, by hash, the last used one last."""

OPEN_TAB, TAB_IDS = "open tab", "tab ids"
"""Tab of the last run, and the tabs of its page by their labels."""

RIDDLE_ANSWERS = "riddle answers"
"""Answers that were tried, by riddle."""

PREDICTIONS = "predictions"
"""Answers in the lesson, by step."""
