"""Models: which numbers of the table its figures draw, and the differences of two runs."""

import re
from collections import Counter
from collections.abc import Iterator

from tests.agreement.forms import Forms, Mark, Numbers, at_places_of_chart, together

_SCORE = re.compile(r"<br>.* (-?[\d.]+(?:e[+-]?\d+)?) ?(?:%|nats)(?:,| \()")


def grid(of: Forms) -> tuple[Numbers, Numbers]:
    """Each cell says its score, each dot of few benchmarks is one; of many runs and columns the figure has some."""
    in_chart: Numbers = {}
    for mark, words in _cells(of):
        if found := _SCORE.search(words):
            key = mark.at.get("a") or mark.at["b"]
            in_chart[key, mark.at["panel"]] = [float(found[1])]
    for mark in of.marks:
        if mark.trace["type"] != "heatmap" and "b" in mark.at and "panel" in mark.at:
            in_chart[mark.at["b"], mark.at["panel"]] = [mark.x]
    in_table = _table_numbers(of, in_chart)
    return in_chart, at_places_of_chart(in_chart, in_table) if _is_cut(of) else in_table


def forest(of: Forms) -> tuple[Numbers, Numbers]:
    """The scores on the selected benchmark."""
    in_chart: Numbers = {(mark.at["b"],): [mark.x] for mark in of.marks}
    panel = str(of.values["panel"])
    in_table: Numbers = {
        (run,): [value]
        for (run, benchmark, source), value in _scores(of).items()
        if panel == f"{benchmark} · {source}" or (panel == benchmark and (run,) in in_chart)
    }
    return in_chart, {
        place: in_table[place] for place in in_chart
    } if in_chart.keys() <= in_table.keys() else in_table


def pair(of: Forms) -> tuple[Numbers, Numbers]:
    """A minus B on each benchmark that both have."""
    a: dict[str, float] = {}
    b: dict[str, float] = {}
    for (run, benchmark, _), value in _scores(of).items():
        if run == of.values["a"]:
            a[benchmark] = value
        if run == of.values["b"]:
            b[benchmark] = value
    in_chart = sorted(mark.x for mark in of.marks)
    in_table = (
        sorted(a[name] - b[name] for name in a.keys() & b.keys())
        if of.values["a"] != of.values["b"]
        else []
    )
    if len(in_table) != len(in_chart) and (of.values["model"] or len(in_chart) == 25):
        # The table keeps to the models that are chosen; the two runs are drawn in any case.
        return {}, {}
    return {("differences",): in_chart}, {("differences",): in_table}


def runs(of: Forms) -> tuple[Numbers, Numbers]:
    """A bar for the runs of each source with and without settings."""
    counts = Counter((row["id"], bool(row["settings"])) for row in of.rows)
    in_table: Numbers = {}
    for (source, _), number in counts.items():
        in_table.setdefault((source,), []).append(number)
    return together(of.marks, ("source",), "x"), {
        place: sorted(numbers) for place, numbers in in_table.items()
    }


def _cells(of: Forms) -> Iterator[tuple[Mark, str]]:
    """The marks of heatmaps, each with the words of its cell."""
    places: Counter[int] = Counter()
    for mark in of.marks:
        if mark.trace["type"] != "heatmap":
            continue
        at = places[id(mark.trace)]
        places[id(mark.trace)] += 1
        words = [one for line in mark.trace["text"] for one in line]
        yield mark, words[at]


def _scores(of: Forms) -> dict[tuple[str, ...], float]:
    return of.cells(lambda row: (row["run"], row["benchmark"], row["source"]))


def _table_numbers(of: Forms, in_chart: Numbers) -> Numbers:
    in_table: Numbers = {}
    for (run, benchmark, source), value in _scores(of).items():
        name = benchmark if (run, benchmark) in in_chart else f"{benchmark} · {source}"
        in_table[run, name] = [value]
    return in_table


def _is_cut(of: Forms) -> bool:
    """Are there more runs or columns than a figure has, or others than those of a domain or of the selected run?"""
    chosen = of.values["settings"] == "all" or of.values["mode"] == "selected"
    return chosen or of.values["domain"] != "all" or len(of.rows) > 400
