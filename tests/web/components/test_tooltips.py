"""The tooltips of controls: a sentence each, that of a name only for controls that exist."""

import pytest

from reasonboard.core.control import Control
from reasonboard.studies import STUDIES
from reasonboard.web.components import controls

CONTROLS = [control for study in STUDIES for control in study.controls if not control.marks]


@pytest.mark.parametrize(
    "control", {one.name: one for one in CONTROLS}.values(), ids=lambda one: one.name
)
def test_every_control_says_what_it_does_in_a_sentence(control: Control) -> None:
    words = controls.tooltip(control)
    assert words[0].isupper()
    assert words.endswith(".")
    assert words.count(". ") == 0
    assert words != f"{control.label}."


def test_no_sentence_is_of_a_control_that_is_gone() -> None:
    names = {one.name for one in CONTROLS} | {"smoothing", "along"}
    assert set(controls._SENTENCES) <= names
