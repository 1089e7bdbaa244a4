"""Random states of a study: what a reader can come to by choosing on its page."""

import os
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st

from reasonboard.core import table_state
from reasonboard.core.control import Choice, Control, Values
from reasonboard.core.study import Study
from reasonboard.core.table_state import TableState, searched
from reasonboard.store.arrangement import Arrangement

Amount = TypeVar("Amount")


def many(push: Amount, long: Amount) -> Amount:
    """How much of what is random is done: `make test-long` asks for more of it."""
    return long if os.environ.get("LONG_TESTS") else push


def few(values: Iterable[object], count: int) -> list[object]:
    """Parameters of a test of which the first `count` are tried at every push, and all by `make test-long`."""
    return [
        value if place < count else pytest.param(*_parts(value), marks=pytest.mark.long)
        for place, value in enumerate(values)
    ]


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


MANY = many(3, 200)
"""Random states of each study."""
EXPORTED = many(1, 200)
"""Those of each study of which every form of export is read, and frames of the store and over HTTP."""
ON_PAGE = many(1, 10)
"""Those of each study that are opened as a page."""
_FEW = 4
"""So many values are chosen mostly; now and then all but some."""


@st.composite
def states(draw: st.DrawFn, study: Study) -> Values:
    """A state: every control at one of the choices that it offers after those before it, now and then a held mark."""
    values = draw(_chosen(study))
    held = {}
    if any(control.marks for control in study.controls) and draw(st.booleans()):
        elsewhere = draw(_chosen(study))
        if study.picked(elsewhere):
            marks = [control.name for control in study.controls if control.marks]
            held = {name: study.as_baseline(elsewhere)[name] for name in marks}
    tables = {table_state.PARAMETER: table_state.encode(draw(_tables(study)))}
    clean, notices = study.clean({**values, **held, **tables})
    if notices.keys() == held.keys():  # a mark of sources that this state does not show
        clean, notices = study.clean({**values, **tables})
    assert not notices
    return clean


def _tables(study: Study) -> st.SearchStrategy[dict[str, TableState]]:
    """How tables are arranged: mostly none, with any text as a column or a search."""
    texts = st.text(st.characters(codec="utf-8"), max_size=20)
    column = st.sampled_from(["", "value", "item"]) | texts.map(lambda text: text.lstrip("-"))
    arrangement = st.builds(
        lambda name, descending, search: Arrangement(name, bool(name) and descending, searched(search)),
        column, st.booleans(), texts,
    )  # fmt: skip
    state = st.builds(TableState, st.integers(1, 10**6), arrangement)
    names = st.sampled_from([view.name for view in study.views])
    return st.just({}) | st.dictionaries(names, state, max_size=2)


@st.composite
def _chosen(draw: st.DrawFn, study: Study) -> Values:
    """What can be chosen, with no mark held."""
    values: Values = {"study": study.path}
    for control in study.controls:
        options = control.options(values)
        values[control.name] = draw(_value(control, tuple(choice.value for choice in options)))
    return study.clean(values)[0]


@cache  # what Hypothesis finds out about a strategy costs it more than a draw
def _value(control: Control, offered: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """A value of a control: mostly its default, so that states differ in a few controls."""
    default = control.default([Choice(value, value) for value in offered])
    if control.marks or not offered:
        return st.just(default)
    if not control.multi:
        return st.just(default) | st.sampled_from(offered)
    some = st.lists(st.sampled_from(offered), unique=True, max_size=_FEW)
    most = st.lists(st.sampled_from(offered), unique=True, max_size=_FEW).map(
        lambda out: [one for one in reversed(offered) if one not in out]
    )
    return st.just(default) | some | most
