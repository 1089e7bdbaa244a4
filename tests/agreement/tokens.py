"""Test-time compute: which numbers of its tables the figures draw."""

from tests.agreement.forms import Forms, Numbers, at_places_of_chart

_PANELS = 12
"""So many benchmarks are drawn at once."""


def frontier(of: Forms) -> tuple[Numbers, Numbers]:
    """Accuracy and mean tokens of every run on every benchmark."""
    in_chart: Numbers = {}
    for mark in of.marks:
        place = mark.at["panel"], mark.at["run"]
        in_chart[*place, "accuracy"], in_chart[*place, "tokens"] = [mark.y], [mark.x]
    in_table: Numbers = {}
    for row in of.rows:
        if row["tokens"]:
            place = row["benchmark"], row["run"]
            in_table[*place, "accuracy"] = [float(row["value"]) * 100]
            in_table[*place, "tokens"] = [float(row["tokens"])]
    many = len({benchmark for benchmark, *_ in in_table}) > _PANELS
    return in_chart, at_places_of_chart(in_chart, in_table) if many else in_table


def cut_off(of: Forms) -> tuple[Numbers, Numbers]:
    """The accuracy of complete and of cut answers of each run."""
    names = {"complete": "complete %", "truncated": "cut %"}
    in_chart: Numbers = {(mark.at["run"], names[mark.trace["name"]]): [mark.x] for mark in of.marks}
    in_table: Numbers = {
        (row["run"], name): [float(row[name])]
        for row in of.rows
        for name in names.values()
        if row[name]
    }
    return in_chart, in_table


def passes(of: Forms) -> tuple[Numbers, Numbers]:
    """The chances of k attempts, which are one where there is one attempt; nothing where no run has several."""
    if all(int(row["attempts"]) == 1 for row in of.rows):
        return {(mark.at["run"], mark.x): [mark.y] for mark in of.marks}, {}
    in_chart: Numbers = {}
    for mark in of.marks:
        in_chart.setdefault((mark.at["run"], f"{mark.x:g}"), []).append(mark.y)
    in_table: Numbers = {}
    for row in of.rows:
        names = (
            ("pass@k %", "pass^k %", "majority %") if int(row["attempts"]) > 1 else ("pass@k %",)
        )
        in_table[row["run"], row["k"]] = sorted(float(row[name]) for name in names if row[name])
    return {place: sorted(values) for place, values in in_chart.items()}, in_table


def bins(of: Forms) -> tuple[Numbers, Numbers]:
    """The accuracy of each run's answers of about so many tokens."""
    in_chart: Numbers = {(mark.at["run"], f"{mark.x:.1f}"): [mark.y] for mark in of.marks}
    in_table: Numbers = {
        (row["run"], f"{2**0.5 * int(row['tokens from']):.1f}"): [float(row["accuracy %"])]
        for row in of.rows
    }
    return in_chart, in_table
