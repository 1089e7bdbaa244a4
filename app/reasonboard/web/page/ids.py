"""The names of a page's elements and stores (assets/ids.js has those that scripts use), and untrusted inputs."""

from reasonboard.core.study import COLUMNS, Study

ANSWER = "answer"
"""Store: the figures and HTML of a change, which the browser shows (assets/answer.js)."""
SEARCH = "search"
"""Store: the query string of the address of the page."""
BACK = "back"
"""Store: a query string that the page has to go to, by Back, Forward or a link within the page."""
CLICK = "click"
"""Store: the mark that was clicked."""
PANELS = "columns"
"""Store: the number of panels side by side that the window has room for."""
TABLES = "tables"
"""Store: how the table of each view is arranged that the browser shows."""
ARRANGED = "arranged"
"""Store: how the reader arranged a table just now (assets/table.js)."""
CHOSEN = "chosen"
"""Store: the filters that go along to other pages, of one page and, without its name, of all."""
NOTICES = "notices"
LOADED = "loaded"
"""Where a page says that there are newer runs than it shows (assets/loaded.js)."""
DETAILS = "details"
PAGE = "page"
KEYS = "chart-keys"
"""What says on every page how keys walk the marks of a chart."""
CHANGE_STATUS, MARK_STATUS = "change-status", "mark-status"
"""Status of every page: what changed (assets/announce.js), and where the cursor of a chart is (assets/cursor.js)."""
SHARE, SHARED = f"{PAGE}-share", f"{PAGE}-shared"
"""Stores: the view and the permalink that a short link is requested for, and its outcome."""

GRAPH = "graph"
"""Parts of a view: their ids are the view's, followed by a hyphen and this name."""
HEADING = "heading"
SUBTITLE = "subtitle"
CAPTION = "caption"
KEY = "key"
SUMMARY = "summary"
OBSERVATIONS = "observations"
TABLE = "table"
TAB = "tab"
CHART_TAB, TABLE_TAB = "chart", "rows"
"""What the two tabs of a view show."""


def id_of(study: Study, name: str, part: str = "") -> str:
    """The element id of a control, view, section or store of a study's page, or of a part of a view."""
    return f"{study.path}-{name}-{part}" if part else f"{study.path}-{name}"


def column_count(value: object) -> int:
    """The number of columns from the browser; that of a wide screen if the value is invalid."""
    return value if isinstance(value, int) and value in COLUMNS else COLUMNS[-1]


def text(value: object) -> str:
    """The value from the browser if it is a text, else ""."""
    return value if isinstance(value, str) else ""
