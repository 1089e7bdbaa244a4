"""The description of the API for people."""

from importlib.resources import files
from typing import Any

from flask import render_template_string

from app.api.rows import sample
from app.control import Control
from app.export.forms import FORMS
from app.export.images import SCHEMES, SIZES
from app.studies import STUDIES
from app.study import Study

_TEMPLATE = (files("app") / "api" / "documentation.html").read_text()


def page(prefix: str) -> str:
    """The page in HTML; all that it says of the data is escaped."""
    return render_template_string(
        _TEMPLATE,
        prefix=prefix,
        forms=FORMS,
        sizes=SIZES,
        schemes=SCHEMES,
        studies=[(study, [_setting(study, one) for one in study.controls]) for study in STUDIES],
    )


def _setting(study: Study, control: Control) -> dict[str, Any]:
    """A control as a line: its name, what it is called, some values of it."""
    if control.marks:
        values = []
    elif isinstance(control.choices, tuple):
        values = [choice.value for choice in control.choices]
    else:
        values = sample(study, control.name)
    return {
        "name": control.name,
        "label": control.label,
        "several": control.multi,
        "examples": values,
        "marks": control.marks,
    }
