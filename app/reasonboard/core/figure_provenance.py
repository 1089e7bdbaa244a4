"""The provenance of a figure in words: its title, filters and kinds of number, its sources and the data's version."""

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from reasonboard.core.control import Values
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.view import View
from reasonboard.store.database import Row
from reasonboard.store.snapshots import snapshot

if TYPE_CHECKING:
    from reasonboard.core.study import Study

_NONE, _NOTHING = "none", "nothing"
"""The value of a control that is off, and what an empty one says: no filter that a figure has."""


def chosen_words(study: "Study", view: View, values: Values) -> list[str]:
    """What the reader has chosen for a view, in words, except defaults."""
    return [
        control.described(values[control.name], values)
        for control in study.controls
        if control.name in study.inputs(view)
        and not control.is_default(values[control.name], values)
    ]


def sources_in(rows: Iterable[Row]) -> set[str]:
    """The sources of rows, by their ids; none if a row does not tell its own."""
    ids: set[str] = set()
    for row in rows:
        of_row = _sources_of(row)
        if not of_row:
            return set()
        ids |= of_row
    return ids


def _sources_of(row: Row) -> set[str]:
    """Those of one row; that of a run of *Models* stands at the beginning of its key."""
    sides = [side for name in ("a", "b") if isinstance(side := row.get(name), dict)]
    ids = {side["key"].partition("/")[0] for side in [row, *sides] if side.get("key")}
    return ids | {*([row["source"]] if row.get("source") else ()), *(row.get("sources") or ())}


def provenance_of(
    study: "Study",
    view: View,
    values: Values,
    kinds: list[str] | None,
    ids: Set[str],
    beside: Set[str],
) -> dict[str, str]:
    """The provenance of the view's numbers: of the sources `ids`, or of all that are shown if those are not known.

    `beside` are those of the numbers among which they are drawn; `kinds` is None without numbers.
    """
    described = [
        control.described(values[control.name], values)
        for control in study.controls
        if control.label != "Source" and control.name in study.inputs(view)
        if values[control.name] != _NONE
    ]
    sources = study.sources(values)
    is_known = ids and ids <= {row["id"] for row in sources}
    return {
        "study": study.path,
        "view": view.name,
        "title": view.title,
        "filters": " · ".join(words for words in described if words and words != _NOTHING),
        # Both ends of a range are called alike; what counts runs has no kind.
        "kinds": "no data"
        if kinds is None
        else ", ".join(dict.fromkeys(KIND_WORDS[kind] for kind in kinds)),
        "source": "; ".join(
            row["citation"] + ("" if row["licence"] == "not stated" else f" ({row['licence']})")
            for row in sources
            if (row["id"] in ids if is_known else row["chosen"]) or row["id"] in beside
        ),
        "version": data_version(),
    }


def data_version() -> str:
    """The version of the data, as a phrase."""
    return f"data {snapshot().version} · {snapshot().made}"
