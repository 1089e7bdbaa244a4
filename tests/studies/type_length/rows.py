"""Rows of the heatmaps over type and length for tests: hand-written and random."""

from typing import Any

from hypothesis import strategies as st

Row = dict[str, Any]


def line(kind: str, values: dict[int, float], n: int | None = 300, **more: Any) -> Row:
    """A line of one type by length, in percent of `n` answers."""
    many = len(values)
    usual: Row = {
        "panel": "M · Baseline · Core", "model": "M", "method": "Baseline", "benchmark": "Core", "params_b": 1.0,
        "rank": 1, "panels": 6, "chosen": True, "train_samples": 1000, "number": 1, "task_type": kind,
        "lengths": list(values), "accuracy": [value / 100 for value in values.values()],
        "items": [n] * many, "repeats": [None] * many, "seeds": [None] * many, "stderrs": [None] * many,
        "n_items": n, "n_seeds": 1, "comparisons": 1,
    }  # fmt: skip
    return usual | more


def panel(
    method: str, curves: dict[str, dict[int, float]], n: int | None = 300, **more: Any
) -> list[Row]:
    """All types of one method."""
    name = f"{more.get('model', 'M')} · {method} · Core"
    return [
        line(kind, values, n, **{"panel": name, "method": method} | more)
        for kind, values in curves.items()
    ]


def cells(n: int | None) -> st.SearchStrategy[dict[int, float]]:
    """A curve with gaps; its values are shares of `n` answers, in percent."""
    of = n or 40
    counts = st.dictionaries(st.integers(0, 14), st.integers(0, of), min_size=1, max_size=12)
    return counts.map(
        lambda found: {length: 100 * right / of for length, right in sorted(found.items())}
    )


@st.composite
def panels(draw: st.DrawFn) -> list[Row]:
    """Rows of one to three methods with one to three types; n may be unknown."""
    rows = []
    for rank, method in enumerate(("Baseline", "Meta", "Third")[: draw(st.integers(1, 3))], 1):
        n = draw(st.sampled_from([None, 1, 7, 50, 300]))
        kinds = draw(st.sets(st.sampled_from(["Type 1", "Type 2", "Type 3"]), min_size=1))
        rows += panel(method, {kind: draw(cells(n)) for kind in sorted(kinds)}, n, rank=rank)
    return rows
