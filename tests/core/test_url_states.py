"""The address is the state: random states of every study, there and back."""

from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasonboard.core import url_state
from reasonboard.core.control import Choice, Control
from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from tests.states import MANY as EXAMPLES
from tests.states import states

pytestmark = pytest.mark.usefixtures("bundled")
ADDED = ("utm_source=x", "fbclid=%00", "=", "%", "utm_source=y", "benchmark[]=x")
EACH = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
MANY = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def rewritten(search: str) -> str:
    """The address as a browser's URLSearchParams writes it: `+` for a space, `%2C` for any comma."""
    return "?" + urlencode(parse_qsl(search.removeprefix("?"), keep_blank_values=True))


@EACH
@MANY
@given(data=st.data())
def test_a_state_and_its_address_are_the_same(study: Study, data: st.DataObject) -> None:
    values = data.draw(states(study))
    search = url_state.encode(study, values)
    assert len(search) <= url_state.LONGEST
    assert search.isascii()
    assert search.isprintable()
    assert not set(search).intersection(" \"'<>\\^`{|}#")
    assert url_state.decode(study, search) == (values, [])
    assert url_state.encode(study, url_state.decode(study, search)[0]) == search

    # As a browser writes it anew, in another order, with what others add to links.
    parts = rewritten(search).removeprefix("?").split("&")
    added = data.draw(st.lists(st.sampled_from(ADDED), max_size=7))
    found, notices = url_state.decode(study, "&".join([*added, *reversed(parts)]))
    assert found == values
    assert len(notices) == min(len(added), 5)


@EACH
def test_an_address_is_read_to_its_longest_and_not_beyond(study: Study) -> None:
    control = study.controls[2]
    last = control.options(study.defaults())[-1].value
    values, _ = study.clean({control.name: last})
    search = url_state.encode(study, values)
    assert values != study.defaults()
    filled = search + "&" * (1 + url_state.LONGEST - len(search))
    assert url_state.decode(study, filled) == (values, [])
    assert url_state.decode(study, filled.removeprefix("?")) == (values, [])
    found, notices = url_state.decode(study, filled + "&")
    assert found == study.defaults()
    assert len(notices) == 1


@EACH
@MANY
@given(data=st.data())
def test_a_choice_leaves_what_it_cannot_change_as_if_all_were_read_anew(
    study: Study, data: st.DataObject
) -> None:
    before, other = data.draw(states(study)), data.draw(states(study))
    names = st.sampled_from([control.name for control in study.controls])
    chosen = {name: other[name] for name in data.draw(st.sets(names, max_size=3))}
    assert study.changed(before, chosen) == study.clean(before | chosen)[0]


@st.composite
def chosen_of(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Names of all kinds of signs, and some of them."""
    names: Any = st.text(alphabet="ab, ;!~%+&=?#é", min_size=1, max_size=6)
    offered = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    return offered, draw(st.lists(st.sampled_from(offered), unique=True))


@MANY
@given(names_and_choice=chosen_of())
def test_names_with_any_sign_survive(names_and_choice: tuple[list[str], list[str]]) -> None:
    offered, chosen = names_and_choice
    choices = tuple(Choice(name, name) for name in offered)
    many = Control("many", "Many", choices, multi=True)
    one = Control("one", "One", choices, optional=True)
    study = Study("s", "S", "?", "", (many, one), ())
    values, _ = study.clean({"many": chosen, "one": chosen[0] if chosen else ""})
    search = url_state.encode(study, values)
    assert url_state.decode(study, search) == (values, [])
    if not any("," in name for name in offered):
        assert url_state.decode(study, rewritten(search)) == (values, [])


def test_a_choice_with_a_comma_is_not_taken_apart() -> None:
    offered = [Choice(name, name) for name in ("Baseline", "Baseline, long", "other", "third")]
    control = Control("method", "Methods", (), multi=True)
    assert control.clean(["Baseline, long,other"], offered) == (["Baseline, long", "other"], [])
    assert control.clean(["other,Baseline,nobody"], offered) == (["other", "Baseline"], ["nobody"])
    assert control.clean(["nobody, at all"], offered) == ([], ["nobody, at all"])
    assert control.clean(["," * 100_000], offered) == ([], ["," * 40])
