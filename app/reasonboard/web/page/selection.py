"""The selected mark in words: in the strip under the main chart, and in the drawer with all that is known of it."""

from collections.abc import Collection
from typing import Any
from urllib.parse import urlencode

from dash import get_relative_path

from reasonboard.core import insights
from reasonboard.core.common_controls import BASELINE
from reasonboard.core.control import Values
from reasonboard.core.findings.intervals import interval_of_mark
from reasonboard.core.findings.words import FRACTION, number_words, percent_range
from reasonboard.core.headline import Selected, counted
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.study import Study
from reasonboard.core.url_state import parameter
from reasonboard.store.database import Row, from_key, parameters_of, query_key
from reasonboard.store.database import text as sql_text
from reasonboard.web.components import comparison
from reasonboard.web.components.cells import cell, value
from reasonboard.web.components.findings import parameter_words
from reasonboard.web.components.markup import Html, render
from reasonboard.web.components.tables import PAGE_SIZE
from reasonboard.web.links import pinned
from reasonboard.web.page import ids
from reasonboard.web.page.ids import id_of

_SAID_APART = (
    "side",
    "metric",
    "value",
    "locator",
    "unit",
    "list_of",
    "list_benchmark",
    "list_fields",
)
"""Columns of a measurement that have a place of their own in the drawer."""


def selected(study: Study, values: Values) -> Html:
    """The value of the selected mark with its interval; or A against it, where A is held."""
    if study.selected:
        pair = study.selected(study, values)
        return render("selected_pair", selected=pair) if pair else Html("")
    marks = study.rows("marks", values) if study.picked(values) else []
    words = f"{len(marks):,} values" if marks else "Click a point in the chart, or choose it here"
    number = interval = ""
    if len(marks) == 1:
        number = comparison.in_percent(marks[0])
        interval = f" ({ends})" if (ends := _interval(marks[0])) else ""
    result = insights.comparison(study, values)
    is_pair = bool(result and result.differences)
    return render(
        "selected",
        value=number,
        interval=interval,
        words=words,
        baseline=_baseline(study, values),
        is_pair=is_pair,
        pair=_pair(result) if is_pair else None,
    )


def actions(study: Study, values: Values) -> Html:
    """The buttons for the selected mark: details, compare, swap, clear."""
    is_picked, is_compared = study.picked(values), study.comparison_baseline(values) is not None
    without = _released(study, values)
    chips = [
        control.name
        for control in study.controls
        if control.place == "selection" and not control.marks
    ]
    cleared, _ = study.clean(without | dict.fromkeys(chips, ""))
    pair = study.selected(study, values) if study.selected else None
    return render(
        "actions",
        details=id_of(study, ids.DETAILS) if is_picked else "",
        swap=_swap(study, values),
        pages={label: get_relative_path(path) for label, path in pair.pages.items()}
        if pair
        else {},
        compare=_compare(study, values) if is_picked and not is_compared else "",
        release=href(study, without) if is_compared else "",
        is_baseline=any(control.marks and control.label == BASELINE for control in study.controls),
        clear=href(study, cleared) if cleared != values else "",
    )


def compared(study: Study, values: Values) -> Html:
    """The selected mark, big; its difference to the comparison baseline, where there is one."""
    if not study.picked(values):
        return Html("")
    marks = study.rows("marks", values)
    if pair := _selected_pair(study, values):
        return _of_pair(study, values, pair, marks)
    result = insights.comparison(study, values)
    is_pair = bool(result and result.differences)
    return render(
        "comparison",
        title=_title(study, values, result),
        mark=_mark(marks) if not is_pair else None,
        note="",
        is_apart=bool(is_pair and result and not result.marks),
        **comparison.compared(result),
    )


def evidence(study: Study, values: Values) -> Html:
    """Where the selected mark stands in its source, its test and query, and what to do next."""
    if not study.picked(values):
        return Html("")
    rows, total = study.measurements(values, PAGE_SIZE)
    result = insights.comparison(study, values)
    swap = _swap(study, values)
    is_compared = study.comparison_baseline(values) is not None
    name = study.sql("marks" if swap else "evidence")
    parameters = from_key(query_key(name, values))
    return render(
        "evidence",
        heading="Sources of A and B" if swap else "Source",
        **_measurements(rows),
        total=total,
        **comparison.answered(insights.answers(study, values)),
        test=comparison.compared(result)["test"],
        sql=sql_text(name),
        parameters=parameter_words(parameters),
        swap=swap,
        release=href(study, _released(study, values)) if is_compared else "",
        compare="" if is_compared else _compare(study, values),
        drawer=id_of(study, ids.DETAILS),
    )


def _selected_pair(study: Study, values: Values) -> Selected | None:
    """A against B on a page that selects both; None where they are one, or on other pages."""
    if not (study.selected and study.swaps):
        return None
    a, b = (values[name] for name in study.swaps)
    return study.selected(study, values) if a != b else None


def _of_pair(study: Study, values: Values, pair: Selected, marks: list[Row]) -> Html:
    """The difference of A and B, both values and what is not alike; B's value where they cannot be compared."""
    a, b = (_label(study, values, name) for name in study.swaps)
    place = ", ".join(
        _label(study, values, name) for name in study.evidence if name not in study.swaps
    )
    compared = comparison.of_selected(pair, a, b)
    return render(
        "comparison",
        title=f"{place}: {a} against {b}" if pair.value else f"{place}: {b}",
        mark=None if pair.value else _mark(marks),
        note="" if pair.value else f"A, {a}: {pair.words}.",
        is_apart=False,
        **compared,
    )


def _label(study: Study, values: Values, name: str) -> str:
    """What the chosen value of a control is called."""
    return study.control(name).labels_of(values[name], values)


def _compare(study: Study, values: Values) -> str:
    """The address with the selected mark as the baseline; "" on a page that has none."""
    if not any(control.marks for control in study.controls):
        return ""
    return href(study, study.as_baseline(values))


def href(study: Study, values: Values, named: Collection[str] = ()) -> str:
    """The address of a state of the page, on the data that are shown; `named` as in `url_state.encode`."""
    return str(get_relative_path(f"/{study.path}{pinned.encode(study, values, named)}"))


def _released(study: Study, values: Values) -> Values:
    return values | {control.name: "" for control in study.controls if control.marks}


def _swap(study: Study, values: Values) -> str:
    """The address with A and B exchanged; "" where there are not both, or both are the same mark."""
    if study.swaps:
        a, b = (values[name] for name in study.swaps)
        exchanged = values | dict(zip(study.swaps, (b, a), strict=True))
        # What depends on both has other choices then: they are asked for when somebody goes there.
        named = {*study.swaps}
        for control in study.controls:
            if isinstance(control.choices, str) and parameters_of(control.choices) & named:
                named.add(control.name)
        return href(study, exchanged, named) if a and b and a != b else ""
    baseline = study.comparison_baseline(values)
    if baseline is None or not study.picked(values):
        return ""
    if all(values[name] == chosen for name, chosen in baseline.items()):
        return ""
    return href(study, study.clean(study.as_baseline(values) | baseline)[0])


def _pair(result: insights.Comparison | None) -> dict[str, str] | None:
    """Both values and their difference in a line; None unless there is a single pair."""
    if result is None or len(result.marks) != 1:
        return None
    (pair,) = result.marks
    number, interval = comparison.difference(pair.difference)
    return {
        "a": comparison.in_percent(pair.a),
        "b": comparison.in_percent(pair.b),
        "difference": number,
        "interval": interval,
        "words": pair.words,
    }


def _baseline(study: Study, values: Values) -> str:
    """The values in which the comparison baseline differs from the selected mark; all of its values where none does."""
    baseline = study.comparison_baseline(values) or {}
    telling = [name for name in values if name in baseline and values[name] != baseline[name]]
    named = [
        baseline[name]
        for name in telling or values
        if baseline.get(name) and (telling or name not in ("source", "metric"))
    ]
    return " · ".join(
        ", ".join(value) if isinstance(value, list) else str(value) for value in named
    )


def _title(study: Study, values: Values, result: insights.Comparison | None) -> str:
    """The title of the selected mark, with A the values in which they differ: 'AIME24, iteration 148 against 156'."""
    labels = {control.label: control.name for control in study.controls}
    differences = result.differences if result else []
    apart = {labels[label] for label, _, _ in differences}
    shared = ", ".join(_label(study, values, name) for name in study.evidence if name not in apart)
    if not differences:
        return shared
    if len(differences) == 1:
        label, a, b = differences[0]
        contrast = f"{label[0].lower()}{label[1:]} {a} against {b}"
    else:
        contrast = " against ".join(
            ", ".join(difference[end] for difference in differences) for end in (1, 2)
        )
    title = f"{shared}, {contrast}" if shared else contrast
    return title[0].upper() + title[1:]


def _mark(marks: list[Row]) -> dict[str, str] | None:
    if len(marks) != 1:
        return {"value": f"{len(marks):,} values", "interval": "", "about": ""} if marks else None
    (mark,) = marks
    seeds = counted(mark["n_seeds"], "seed") if mark["n_seeds"] else ""
    about = [comparison.problems(mark), seeds, KIND_WORDS.get(mark["kind"], "")]
    words = ", ".join(filter(None, about))
    return {
        "value": comparison.in_percent(mark),
        "interval": _interval(mark),
        "about": f"{words[0].upper()}{words[1:]}.",
    }


def _interval(mark: Row) -> str:
    """The 95% interval of a mark, a fraction in percent: '25–58', '5.1 to 6.2'; "" where none is known."""
    ends = interval_of_mark(mark)
    if ends is None:
        return ""
    if mark["unit"] == FRACTION:
        return percent_range(*ends, decimals=0, between="–")
    return " to ".join(map(number_words, ends))


def _measurements(rows: list[Row]) -> dict[str, Any]:
    """Measurements as lines of metric, value and locator; what all have in common is written once."""
    names = [name for name in (rows[0] if rows else {}) if name not in _SAID_APART]
    same = [name for name in names if len({str(row[name]) for row in rows}) == 1]
    lines = [
        {
            "metric": _metric(row),
            "value": value(row["value"], row["unit"]),
            "where": row.get("locator") or "",
            "about": _about(row, [name for name in names if name not in same]),
            "problems": _problems(row),
            "problems_label": "These problems of this run"
            if row.get("list_fields")
            else "All problems of this run",
        }
        for row in rows
    ]
    common = _about(rows[0], same) if same else ""
    return {"rows": lines, "common": f"{common}." if common else ""}


def _metric(row: Row) -> str:
    """'acc', 'A · acc' for a measurement of one side of a pair."""
    name = str(row.get("metric") or "value").replace("_", " ")
    return f"{row['side']} · {name}" if row.get("side") else name


def _problems(row: Row) -> str:
    """The address where the problems of a number are listed; "" where the answers of its run are not loaded."""
    if not row.get("list_of"):
        return ""
    chosen = {"a": row["list_of"], "b": "", "panel": row["list_benchmark"]}
    query = urlencode(chosen)
    query += f"&{parameter('field', row['list_fields'])}" if row["list_fields"] else ""
    return str(get_relative_path(f"/pair?{query}#problems"))


def _about(row: Row, names: list[str]) -> str:
    return "; ".join(_column_words(row, name) for name in names if row[name] is not None)


def _column_words(row: Row, name: str) -> str:
    """One column of a measurement in words."""
    words = cell(row, name)
    if name in ("source", "kind", "model"):
        return words
    if name in ("n", "repeats"):
        return counted(row[name], "problem" if name == "n" else "attempt")
    if name == "written":
        return f"called {words} in the file"
    return f"{name.replace('_', ' ')} {words}"
