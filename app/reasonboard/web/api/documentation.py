"""The description of the API for people, and the studies with their views and settings for programs."""

from importlib.resources import files
from typing import Any

import orjson
from flask import render_template_string

from reasonboard.core.control import Control
from reasonboard.core.study import Study
from reasonboard.export.forms import FORMS, SCHEMES, SIZES
from reasonboard.studies import all_studies
from reasonboard.web.api.rows import sample

_TEMPLATE = (files("reasonboard.web.api") / "documentation.html").read_text()


def page(prefix: str) -> str:
    """The page in HTML; all that it says of the data is escaped."""
    return render_template_string(
        _TEMPLATE,
        prefix=prefix,
        forms=FORMS,
        sizes=SIZES,
        schemes=SCHEMES,
        studies=[
            (study, [_setting(study, control) for control in study.controls])
            for study in all_studies()
        ],
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


def studies_json() -> bytes:
    """Path, question, views and settings of each study, as JSON: some 20 kB."""
    return orjson.dumps(
        [
            {
                "path": study.path,
                "name": study.name,
                "question": study.question,
                "views": [{"name": view.name, "title": view.title} for view in study.views],
                "settings": [
                    {"name": control.name, "label": control.label, "several": control.multi}
                    for control in study.controls
                ],
            }
            for study in all_studies()
        ]
    )
