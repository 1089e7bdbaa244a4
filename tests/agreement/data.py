"""All data: how many rows of the table each bar stands for."""

from collections import Counter
from collections.abc import Callable

from tests.agreement.forms import Forms, Numbers


def counted(control: str) -> Callable[[Forms], tuple[Numbers, Numbers]]:
    """By what the control chooses, a bar for each kind."""

    def relation(of: Forms) -> tuple[Numbers, Numbers]:
        in_chart: Numbers = {}
        for mark in of.marks:
            in_chart.setdefault((mark.at[control],), []).append(mark.x)
        in_table: Numbers = {}
        for (name, _), number in Counter((row[control], row["kind"]) for row in of.rows).items():
            in_table.setdefault((name,), []).append(number)
        return _sorted(in_chart), _sorted(in_table)

    return relation


def nothing(of: Forms) -> tuple[Numbers, Numbers]:
    """Where nothing is loaded there is no row and no bar."""
    return {("bars",): [len(of.marks)]}, {("bars",): [len(of.rows)]}


def _sorted(numbers: Numbers) -> Numbers:
    return {place: sorted(of) for place, of in numbers.items()}
