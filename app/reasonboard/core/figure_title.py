"""The title of a figure where it stands alone, as in an image: what it concludes, and the models that are in it."""

import re
from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING

import orjson

from reasonboard.charts.theme import Figure, plain
from reasonboard.core.control import Values
from reasonboard.core.pair_names import whole_names
from reasonboard.core.view import View
from reasonboard.store.database import Row

if TYPE_CHECKING:
    from reasonboard.core.study import Study

_IN_TITLE = 3
"""Models that a title names; of more it says how many there are."""
_LISTED = 12
"""Models that the line under such a title names."""
_OWN = 2
"""Own models that it names before the number of the others."""


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
