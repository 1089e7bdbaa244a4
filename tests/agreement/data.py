"""All data: how many rows of the table each bar stands for."""

from collections import Counter
from collections.abc import Callable

from tests.agreement.forms import Forms, Numbers


def counted(control: str) -> Callable[[Forms], tuple[Numbers, Numbers]]:
    """By what the control chooses, a bar for each kind."""

    def relation(of: Forms) -> tuple[Numbers, Numbers]:
        drawn: Numbers = {}
        for mark in of.marks:
            drawn.setdefault((mark.at[control],), []).append(mark.x)
        said: Numbers = {}
        for (name, _), number in Counter((row[control], row["kind"]) for row in of.rows).items():
            said.setdefault((name,), []).append(number)
        return _sorted(drawn), _sorted(said)

    return relation


def nothing(of: Forms) -> tuple[Numbers, Numbers]:
    """Where nothing is loaded there is no row and no bar."""
    return {("bars",): [len(of.marks)]}, {("bars",): [len(of.rows)]}


def _sorted(numbers: Numbers) -> Numbers:
    return {place: sorted(of) for place, of in numbers.items()}
