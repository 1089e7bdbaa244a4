"""Iterations: what its figures draw of its curves and of its table."""

from tests.agreement.forms import Forms, Numbers, together

_COLUMNS = {
    "last": "best minus last (points)",
    "noise": "scatter / binomial noise",
    "coupling": "accuracy and length: steps",
    "place": "90% of it by iteration",
}


def grid(of: Forms) -> tuple[Numbers, Numbers]:
    """Accuracy and tokens of all benchmarks."""
    return _curves(of, "")


def detail(of: Forms) -> tuple[Numbers, Numbers]:
    """The same of the picked benchmark."""
    return _curves(of, str(of.values["panel"]))


def summary(of: Forms) -> tuple[Numbers, Numbers]:
    gained = together(of.marks, ("panel",), "y")
    longer = together(of.marks, ("panel",), "x")
    in_chart = {(*place, "gain"): values for place, values in gained.items()}
    in_chart |= {(*place, "growth"): values for place, values in longer.items()}
    in_table: Numbers = {}
    for row in of.rows:
        if row["gain (points)"] and row["growth (tokens)"]:
            in_table[row["benchmark"], "gain"] = [float(row["gain (points)"])]
            in_table[row["benchmark"], "growth"] = [float(row["growth (tokens)"])]
    return in_chart, in_table


def course(of: Forms) -> tuple[Numbers, Numbers]:
    in_chart = together(of.marks, ("panel",), "x")
    column = _COLUMNS[str(of.values["number"])]
    in_table = {(row["benchmark"],): [float(row[column])] for row in of.rows if row[column]}
    # A start and an end are no course: the table has their difference, which is mostly 0.
    return in_chart, {
        place: values for place, values in in_table.items() if place in in_chart or values != [0]
    }


def training(of: Forms) -> tuple[Numbers, Numbers]:
    """Bundled sources have no log of a training: neither form has a number."""
    in_table: Numbers = {(row["metric"],): [float(row["value"])] for row in of.rows}
    return {(mark.trace["name"],): [mark.y] for mark in of.marks}, in_table


def _curves(of: Forms, panel: str) -> tuple[Numbers, Numbers]:
    metric = str(of.values["metric"])
    cells = of.cells(lambda row: (row["benchmark"], row["iteration"], row["metric"]))
    in_table: Numbers = {}
    for (benchmark, iteration, measured), value in cells.items():
        if measured in (metric, "token_length") and iteration and panel in ("", benchmark):
            in_table[benchmark, iteration, measured] = [value]
    in_chart: Numbers = {}
    for mark in of.marks:
        place = (mark.at.get("panel", panel), mark.at["iteration"])
        named = {"accuracy": metric, "mean tokens": "token_length"}
        if of.values["form"] == "phase":
            in_chart |= {(*place, metric): [mark.y], (*place, "token_length"): [mark.x]}
        elif mark.y is not None:
            in_chart[*place, named[mark.trace["name"]]] = [mark.y]
    if of.values["form"] == "phase":
        both = {
            place[:2]
            for place in in_table
            if (*place[:2], metric) in in_table and (*place[:2], "token_length") in in_table
        }
        in_table = {place: values for place, values in in_table.items() if place[:2] in both}
    return in_chart, in_table
