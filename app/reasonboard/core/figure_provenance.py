"""The provenance of a figure in words: its title, filters and kinds of number, its sources and the data's version."""

from collections.abc import Set
from typing import TYPE_CHECKING

from reasonboard.core.control import Values
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.view import View
from reasonboard.store.snapshots import snapshot

if TYPE_CHECKING:
    from reasonboard.core.study import Study


def chosen_words(study: "Study", view: View, values: Values) -> list[str]:
    """What the reader has chosen for a view, in words, except defaults."""
    return [
        control.described(values[control.name], values)
        for control in study.controls
        if control.name in study.inputs(view)
        and values[control.name] != control.default(control.options(values))
    ]


def provenance_of(
    study: "Study", view: View, values: Values, kinds: list[str] | None, beside: Set[str]
) -> dict[str, str]:
    """The provenance of the view's numbers and of those of the sources `beside`; `kinds` is None without numbers."""
    filters = [
        control.described(values[control.name], values)
        for control in study.controls
        if control.label != "Source" and control.name in study.inputs(view)
    ]
    source = study.sources(values)
    return {
        "study": study.path,
        "view": view.name,
        "title": view.title,
        "filters": " · ".join(description for description in filters if description),
        # Both ends of a range are called alike; what counts runs has no kind.
        "kinds": "no data"
        if kinds is None
        else ", ".join(dict.fromkeys(KIND_WORDS[kind] for kind in kinds)),
        "source": "; ".join(
            row["citation"] + ("" if row["licence"] == "not stated" else f" ({row['licence']})")
            for row in source
            if row["chosen"] or row["id"] in beside
        ),
        "version": f"data {snapshot().version} · {snapshot().made}",
    }
