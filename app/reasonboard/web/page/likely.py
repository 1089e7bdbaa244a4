"""The states that one choice leads to, and their charts, made while a reader looks at those of the state before."""

from collections.abc import Iterator

from reasonboard.core.control import Control, Values
from reasonboard.core.drawn import drawn
from reasonboard.core.study import Study
from reasonboard.store.database import Value

_MOST = 128
"""States: beyond, what is made for every one that is come to would be more than a processor should do unasked."""


def charts(study: Study, values: Values, columns: int) -> Iterator[None]:
    """Have the charts in memory that one choice would change, one after the other."""
    for after in next_states(study, values):
        touched = {name for name in after if after[name] != values[name]}
        for view in study.views:
            if study.inputs(view) & touched:
                yield
                drawn(study, view, after, columns)


def next_states(study: Study, values: Values) -> Iterator[Values]:
    """The states that one choice leads to, those of short lists first: there each choice is the likelier."""
    choices = [(control, _choices(control, values)) for control in study.controls]
    left = _MOST
    for control, found in sorted(choices, key=lambda pair: len(pair[1])):
        for value in found[:left]:
            after, _ = study.clean(values | {control.name: value})
            if after != values:
                left -= 1
                yield after


def _choices(control: Control, values: Values) -> list[Value]:
    """What a control may have after one choice: of several the one is taken in or out, or all are cleared."""
    if control.marks:
        return []
    offered = [choice.value for choice in control.options(values)]
    before = values[control.name]
    if isinstance(before, list):
        cleared: list[Value] = [[]] if len(before) > 1 else []
        return cleared + [
            [*before, one] if one not in before else [x for x in before if x != one]
            for one in offered
        ]
    none = [""] if control.optional else []
    return [one for one in [*none, *offered] if one != before]
