"""The words of a figure: its title if it is alone, as in an image, and the provenance of its numbers."""

import re
from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING

import orjson

from reasonboard.charts.theme import Figure, plain
from reasonboard.core.control import Values
from reasonboard.core.pair_names import whole_names
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.view import View
from reasonboard.store.database import Row
from reasonboard.store.snapshots import snapshot

if TYPE_CHECKING:
    from reasonboard.core.study import Study

_IN_TITLE = 3
"""Models that a title names; of more it says how many there are."""
_LISTED = 12
"""Models that the line under such a title names."""
_OWN = 2
"""Own models that it names before the number of the others."""
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


def title_of(
    study: "Study",
    view: View,
    values: Values,
    figure: Figure,
    rows: Sequence[Row],
    beside: Sequence[Row],
) -> dict[str, str]:
    """The title of the figure with its models, a line that lists them where they are many, and words for its file.

    `rows` are those of the view, `beside` those that they are drawn among.
    """
    meta = figure["layout"]["meta"]
    heading = meta.get("heading") or view.title
    stated = meta.pop("of_models", None)
    names = _models(figure, [*rows, *beside]) if stated is None else _mentioned(stated, figure)
    pair = "" if names else _pair(study, view, values)
    own_rows = list(rows) if study.is_own(values) else [row for row in rows if row.get("own")]
    own_names = {*_names(own_rows), *_names(own_rows, "model")}
    own = [name for name in names if name in own_names]
    words = pair or _in_words(names, own)
    is_named = words and all(_has(heading, name) for name in names or [words])
    few = names if len(names) <= _IN_TITLE else []
    return {
        "titled": heading if is_named or not words else f"{heading} · {words}",
        "models": ""
        if few == names
        else _listed([*own, *(name for name in names if name not in own)]),
        "named": pair or " ".join(few) or _sources(study, values),
    }


def _models(figure: Figure, rows: Sequence[Row]) -> list[str]:
    """The models of the rows that the figure shows: each with what tells it apart, without that where they are many."""
    sources = {row.get(column) for row in rows for column in ("source", "title")}
    names = _mentioned(list(_names(rows)), figure, sources)
    if len(names) <= _IN_TITLE:
        return names
    return _mentioned(list(_names(rows, "model")), figure, sources)


def _names(rows: Iterable[Row], column: str = "name") -> dict[str, None]:
    """What the models of rows are called, in their order."""
    return dict.fromkeys(str(row.get(column) or row["model"]) for row in rows if row.get("model"))


def _has(heading: str, name: str) -> bool:
    """Does it name the model, and not only one whose name holds this one?"""
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", heading) is not None


def _mentioned(names: list[str], figure: Figure, others: Set[object] = frozenset()) -> list[str]:
    """Those that stand in the figure; all if it names none, not even by `others` that may be called alike."""
    if len(names) <= 1:
        return names
    layout = {
        name: part for name, part in figure["layout"].items() if name not in ("meta", "template")
    }
    text = orjson.dumps([figure["data"], layout], option=orjson.OPT_SERIALIZE_NUMPY).decode()
    found = set()
    for name in sorted(names, key=len, reverse=True):  # a name may begin as a longer one does
        written = orjson.dumps(plain(name)).decode()[1:-1]
        if written in text:
            found.add(name)
            text = text.replace(written, "")
    return [name for name in names if name in found] if found - others else names


def _pair(study: "Study", view: View, values: Values) -> str:
    """'A my-7b, B base-7b' for a view of two models."""
    if not set(study.swaps) & study.inputs(view):
        return ""
    controls = [control for control in study.controls if control.name in study.swaps]
    names = {
        control.label: control.labels_of(values[control.name], values)
        for control in controls
        if values[control.name]
    }
    if len(names) == len(study.swaps):
        names = dict(zip(names, whole_names(*names.values()), strict=True))
    return ", ".join(f"{label} {name}" for label, name in names.items())


def _in_words(names: Sequence[str], own: Sequence[str]) -> str:
    if len(names) <= _IN_TITLE:
        *first, last = names or [""]
        return f"{', '.join(first)} and {last}" if first else last
    if 0 < len(own) <= _OWN:
        return f"{', '.join(own)} and {len(names) - len(own)} other models"
    return f"{len(names)} models"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return f"Models: {', '.join(names[:_LISTED])}{f' and {more} more' if more > 0 else ''}"


def _sources(study: "Study", values: Values) -> str:
    """The sources of a figure that cannot be named by its models, or how many there are."""
    chosen = [str(row["id"]) for row in study.sources(values) if row["chosen"]]
    return " ".join(chosen) if len(chosen) <= _IN_TITLE else f"{len(chosen)} sources"
