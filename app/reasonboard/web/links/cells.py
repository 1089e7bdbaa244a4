"""The numbers behind a state, and how they have changed since."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Cell = tuple[str, float, str]
"""Where a number stands, in words; the number; its unit: 'fraction' or that of a count."""

MOST = 20_000
"""Of more numbers than that, no link keeps a copy."""
_NO_SETTING = frozenset({
    "value", "stderr", "n", "repeats", "low", "high", "interval", "kind", "locator", "unit",
})  # fmt: skip
"""The columns of a row that do not say where its number stands."""
_NOISE = 1e-9
_LARGE = 1000
"""From here on numbers are rounded to whole ones."""


class Change(NamedTuple):
    """One number that is another now."""

    setting: str
    before: float
    now: float
    unit: str


class Changes(NamedTuple):
    added: int
    removed: int
    changed: list[Change]
    """The largest first."""


def cells(columns: Sequence[str], lines: Iterable[Sequence[Any]]) -> list[Cell]:
    """The numbers of a table with the columns `value` and `unit`.

    Several at one place are told apart by their order.
    """
    kept: list[Cell] = []
    seen: Counter[str] = Counter()
    for line in lines:
        row = dict(zip(columns, line, strict=True))
        setting = " · ".join(
            str(text) for name, text in row.items() if name not in _NO_SETTING and text is not None
        )
        seen[setting] += 1
        again = f" ({seen[setting]})" if seen[setting] > 1 else ""
        if row["value"] is not None:
            kept.append((setting + again, float(row["value"]), str(row["unit"])))
    return kept


def changes(before: Sequence[Cell], now: Sequence[Cell]) -> Changes:
    """What was added, removed and changed; what only rounding changed is the same."""
    old, new = _by_setting(before), _by_setting(now)
    changed = [
        Change(setting, value, new[setting][0], unit)
        for setting, (value, unit) in old.items()
        if setting in new and abs(new[setting][0] - value) > _NOISE * max(1.0, abs(value))
    ]
    # A fraction and a count of tokens have no common size: what counts is the share that moved.
    changed.sort(
        key=lambda change: (
            -abs(change.now - change.before) / max(abs(change.before), abs(change.now))
        )
    )
    return Changes(len(new.keys() - old.keys()), len(old.keys() - new.keys()), changed)


def sentence(difference: Changes) -> str:
    """The changes as one sentence."""
    if not difference.added and not difference.removed and not difference.changed:
        return "The numbers of this view are unchanged."
    parts = [
        f"{count:,} {what}"
        for count, what in (
            (difference.added, "added"), (difference.removed, "removed"), (len(difference.changed), "changed")
        )
        if count
    ]  # fmt: skip
    start = f"Numbers of this view: {', '.join(parts)}"
    if not difference.changed:
        return f"{start}."
    most = difference.changed[0]
    moved = f"{_number(most.before, most.unit)} to {_number(most.now, most.unit)}"
    most_of = ", most of all" if len(difference.changed) > 1 else ":"
    return f"{start}{most_of} {most.setting} from {moved}."


def _by_setting(kept: Sequence[Cell]) -> Mapping[str, tuple[float, str]]:
    return {setting: (value, unit) for setting, value, unit in kept}


def _number(value: float, unit: str) -> str:
    if unit == "fraction":
        return f"{value * 100:.1f}%"
    return f"{value:,.0f} {unit}" if abs(value) >= _LARGE else f"{value:.4g} {unit}"
