"""A minus B on one benchmark, with the numbers of the page of two models."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reasonboard.core.findings.settings import Setting, summary
from reasonboard.python.errors import BoardError
from reasonboard.python.table import Table

if TYPE_CHECKING:
    import pandas as pd

_MOST_NAMED = 8


@dataclass(frozen=True)
class Comparison:
    """Two runs on a benchmark; what is undefined is None."""

    benchmark: str
    metric: str
    a: float
    """The score of A, over the problems that both answered where it is paired."""
    b: float
    difference: float
    """A minus B."""
    low: float | None
    """Of the plain 95% interval; `p_corrected` is over all benchmarks of both (Holm)."""
    high: float | None
    p: float | None
    p_corrected: float | None
    tests: int | None
    test: str | None
    verdict: str
    paired: bool
    n: int | None
    """The problems that both answered; None where it is not paired."""
    over: str
    """What it was compared over, in words."""
    unit: str
    settings: dict[str, tuple[str, str]]
    """The settings and versions that differ, with the values of A and B, without what comes with a model."""
    settings_summary: str
    """One line about all settings: which differ, which only one run states, or that both are the same."""
    attrs: dict[str, Any]
    """Kinds, source, version of the data, address and notices, as frames have them."""
    _items: "Callable[[], pd.DataFrame]" = field(repr=False)

    @cached_property
    def items(self) -> "pd.DataFrame":
        """A row for each problem that both answered."""
        return self._items()

    def __str__(self) -> str:
        return f"{self.benchmark}: A minus B {self.difference:+.4g}, {self.verdict}"

    def __repr__(self) -> str:
        scale, unit = (100, "points") if self.unit == "fraction" else (1, self.unit)
        known = self.low is not None and self.high is not None
        interval = (
            f" [{scale * (self.low or 0):+.4g}, {scale * (self.high or 0):+.4g}]" if known else ""
        )
        p = (
            f", p {self.p:.3g}, corrected {self.p_corrected:.3g} ({self.test})"
            if self.p is not None
            else ""
        )
        differing = [f"{name}: {a} and {b}" for name, (a, b) in self.settings.items()]
        return "\n".join(
            [
                f"{self.benchmark}: A minus B {scale * self.difference:+.4g} {unit}{interval}, {self.verdict}{p}",
                f"{'paired' if self.paired else 'unpaired'}, {self.over}",
                self.settings_summary + (f" ({'; '.join(differing)})" if differing else ""),
                self.attrs["address"],
            ]
        )


def compared(
    benchmark: str, differences: Table, settings: Table, items: "Callable[[], pd.DataFrame]"
) -> Comparison:
    """The row of the benchmark. Raises BoardError where not both runs have it."""
    benchmarks = differences.values.get("benchmark", [])
    if benchmark not in benchmarks:
        some = ", ".join(benchmarks[:_MOST_NAMED]) or "none"
        raise BoardError(f"{benchmark!r} is no benchmark of both runs (expected one of {some})")
    at = benchmarks.index(benchmark)
    row = {name: column[at] for name, column in differences.values.items()}
    columns = ("name", "a", "b", "changes scores", "minor", "version")
    stated = [
        Setting(*cells)
        for cells in zip(*(settings.values.get(name, []) for name in columns), strict=True)
    ]
    return Comparison(
        benchmark=benchmark,
        difference=row["a minus b"],
        low=row["interval low"],
        high=row["interval high"],
        p_corrected=row["p corrected"],
        paired=row["compared"] == "paired",
        settings={
            one.name: (one.a or "", one.b or "")
            for one in stated
            if one.state == "differs" and (one.is_version or not one.is_minor)
        },
        settings_summary=summary(stated),
        attrs=differences.provenance,
        _items=items,
        **{
            name: row[name]
            for name in ("metric", "a", "b", "p", "tests", "test", "verdict", "n", "over", "unit")
        },
    )
