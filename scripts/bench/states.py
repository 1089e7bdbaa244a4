"""The states that are measured: seeded, each one change of a control away from the last."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from reasonboard.core import url_state
from reasonboard.core.control import Control, Values
from reasonboard.core.study import COLUMNS, Study
from reasonboard.core.view import View
from reasonboard.store.snapshots import snapshot


class Change(NamedTuple):
    """One control changed: its name, all values after it, and the views whose figures it touches."""

    control: str
    values: Values
    touched: tuple[str, ...]


def start(study: Study, **chosen: str) -> Values:
    """The state that a page begins with: that of the made-up data, as own loads come first where there are any."""
    return study.clean(chosen)[0]


def walk(
    study: Study, values: Values, among: Sequence[str] = (), seed: int = 1
) -> Iterator[Change]:
    """Endless changes of one control after the other that each touch a view, `among` those of these names.

    Of several choices at least half are taken, so that the pictures stay about as large as they are;
    then one at a time is taken in or out, as a hand does it.
    """
    dice = random.Random(f"{study.path} {seed}")  # noqa: S311
    for _ in range(_MOST):
        controls = [control for control in study.controls if _changes(control, values, among)]
        if not controls:
            return
        control = dice.choice(controls)
        raw = dict(values) | {control.name: _other(control, values, dice)}
        after, _ = study.clean(raw)
        names = {name for name in after if after[name] != values[name]}
        touched = tuple(view.name for view in study.views if study.inputs(view) & names)
        if touched:
            yield Change(control.name, after, touched)
            values = after


def distinct(study: Study, count: int) -> list[Values]:
    """So many different states, as far as there are."""
    states: dict[str, Values] = {}
    for change in walk(study, start(study), seed=2):
        states.setdefault(url_state.encode(study, change.values), change.values)
        if len(states) == count:
            break
    return list(states.values())


def body(study: Study, callback: dict[str, Any], before: Values, after: Values) -> dict[str, Any]:
    """What the browser sends to come from one state to another, as Back and links within a page do."""
    changed = f"{study.path}-back.data"
    known = {
        **{f"{study.path}-{name}.value": value for name, value in before.items()},
        **{f"{study.path}-{view.name}-tab.value": _tab(view) for view in study.views},
        f"{study.path}-columns.data": COLUMNS[-1],
        f"{study.path}-page.data-version": snapshot().version,
        f"{study.path}-page.data-permalink": url_state.encode(study, before),
        f"{study.path}-search.data": url_state.encode(study, before),
        changed: {"search": url_state.encode(study, after), "at": 1},
    }
    pairs = [part.rsplit(".", 1) for part in callback["output"].strip(".").split("...")]

    def filled(items: list[dict[str, str]]) -> list[dict[str, Any]]:
        return [item | {"value": known.get(f"{item['id']}.{item['property']}")} for item in items]

    return {
        "output": callback["output"],
        "outputs": [{"id": id, "property": name} for id, name in pairs],
        "inputs": filled(callback["inputs"]),
        "state": filled(callback["state"]),
        "changedPropIds": [changed],
    }


def _tab(view: View) -> str:
    """Which of its tabs a view opens with."""
    return "table" if view.table_first or view.listing else "chart"


def callback_of(study: Study, dependencies: list[dict[str, Any]]) -> dict[str, Any]:
    """The one callback of the study's page, of those that the application names."""
    return next(
        dependency
        for dependency in dependencies
        if dependency["output"].startswith(f"..{study.path}-")
    )


_MOST = 10_000
_FIXED = ("source", "of", "compare")
"""What keeps the made-up data in sight, and what opens the comparison of two marks."""


def _changes(control: Control, values: Values, among: Sequence[str]) -> bool:
    if control.name in _FIXED or (among and control.name not in among):
        return False
    return len(control.options(values)) > 1


def _other(control: Control, values: Values, dice: random.Random) -> str | list[str]:
    offered = [choice.value for choice in control.options(values)]
    before = values[control.name]
    if isinstance(before, list):
        half = -(-len(offered) // 2)
        if not before:
            return dice.sample(offered, dice.randint(half, len(offered) - 1))
        absent = [choice for choice in offered if choice not in before]
        choice = dice.choice(absent if len(before) <= half else offered)
        return [*before, choice] if choice in absent else [x for x in before if x != choice]
    return dice.choice([choice for choice in offered if choice != values[control.name]])
