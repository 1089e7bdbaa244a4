"""The rows of a query that pass filters, kept for what else a change of the page makes of them."""

from threading import Lock

from cachetools import LRUCache

from reasonboard.store.database import Key, Rows

_MOST = 16
_KEPT: LRUCache[tuple[int, Key], tuple[Rows, Rows]] = LRUCache(_MOST)
"""By what was filtered, and how: the rows before and after."""
_LOCK = Lock()


def filtered(rows: Rows, filters: Key) -> Rows:
    """The rows with one of the chosen values in each column, or no value there; the same list for the same rows."""
    with _LOCK:
        before, after = _KEPT.get((id(rows), filters), (None, []))
    if before is rows:
        return after
    after = rows
    for column, chosen in filters:
        kept = {*(chosen if isinstance(chosen, tuple) else (chosen,)), None}
        after = [row for row in after if row[column] in kept]
    with _LOCK:
        _KEPT[id(rows), filters] = rows, after
    return after
