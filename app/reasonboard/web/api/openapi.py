"""The description of the API: for people, for programs (OpenAPI 3.1), and the studies with their views and settings."""

from collections.abc import Iterable
from importlib.metadata import version
from importlib.resources import files
from typing import Any

import orjson
from flask import render_template_string

from reasonboard.core.control import Control
from reasonboard.core.study import COLUMNS, Saved, Study
from reasonboard.core.table_state import PARAMETER as TABLES
from reasonboard.core.url_state import LONGEST
from reasonboard.core.view import View
from reasonboard.export.forms import FIGURE, FORMS, IMAGES, PDF, PNG, SCHEMES, SIZES, Form
from reasonboard.studies import all_studies
from reasonboard.web.links.pinned import PARAMETER

Part = dict[str, Any]
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
            (study, [_line(study, control) for control in study.controls])
            for study in all_studies()
        ],
    )


def _line(study: Study, control: Control) -> Part:
    """A control as a line: its name, what it is called, some values of it."""
    return _named(control) | {
        "examples": _choices(control) or _examples(study, control),
        "marks": control.marks,
    }


def _named(control: Control) -> Part:
    return {"name": control.name, "label": control.label, "several": control.multi}


def _choices(control: Control) -> list[str]:
    """The choices of a control that are fixed."""
    return (
        [choice.value for choice in control.choices] if isinstance(control.choices, tuple) else []
    )


def _examples(study: Study, control: Control) -> list[str]:
    """Some values that a control offers at the defaults, none for a selected mark."""
    options = [] if control.marks else control.options(study.defaults())
    return [choice.value for choice in options if choice.value][:6]


def studies_json() -> bytes:
    """Path, question, views and settings of each study, as JSON: some 20 kB."""
    return orjson.dumps(
        [
            {
                "path": study.path,
                "name": study.name,
                "question": study.question,
                "views": [{"name": view.name, "title": view.title} for view in study.views],
                "settings": list(map(_named, study.controls)),
            }
            for study in all_studies()
        ]
    )


def openapi(prefix: str) -> Part:
    """Every view of every study in every form, with the parameters that its query string may have."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Reasonboard",
            "version": version("reasonboard"),
            "description": (
                "The data of every view, in many forms, with the same query string as the page. "
                "Omitted parameters use their defaults. Invalid values fall back to the default and "
                "are listed in Reasonboard-Notice."
            ),
        },
        "servers": [{"url": f"{prefix}api"}],
        "tags": [{"name": study.path, "description": study.question} for study in all_studies()],
        "paths": {"/studies.json": {"get": _STUDIES}}
        | {
            f"/{study.path}/{view.name}.{form.ending}": {"get": _operation(study, view, form)}
            for study in all_studies()
            for view in study.views
            for form in FORMS
        }
        | {
            f"/{study.path}/{study.saved.name}": {"get": _saving(study, study.saved)}
            for study in all_studies()
            if study.saved
        },
        "components": {
            "parameters": {
                _key(study, control): _parameter(study, control)
                for study in all_studies()
                for control in study.controls
            }
            | _SETTINGS,
            "responses": _RESPONSES,
            "headers": _HEADERS,
        },
    }


def _operation(study: Study, view: View, form: Form) -> Part:
    others = ["304", "404", "414", "503"] + (["413"] if form.most or form.settings else [])
    others += ["501"] if form in IMAGES else []
    return {
        "operationId": f"{study.path}-{view.name}-{form.ending}".replace(".", "-"),
        "tags": [study.path],
        "summary": f"{view.title}: {form.label}",
        "description": form.what + (f"; {form.most:,} rows at most" if form.most else ""),
        "parameters": _references(study, *form.settings, TABLES, PARAMETER),
        "responses": {
            "200": {
                "description": form.what,
                "headers": {
                    name: {"$ref": f"#/components/headers/{name}"}
                    for name in ("ETag", "Reasonboard-Notice")
                },
                "content": {form.mimetype: {"schema": _schema(form)}},
            }
        }
        | {status: {"$ref": f"#/components/responses/{status}"} for status in others},
    }


def _saving(study: Study, saved: Saved) -> Part:
    """The file of its state that a page offers."""
    return {
        "operationId": f"{study.path}-{saved.name}".replace(".", "-"),
        "tags": [study.path],
        "summary": saved.label,
        "parameters": _references(study, PARAMETER),
        "responses": {
            "200": {
                "description": "The roles as a study file, for `reasonboard study add FILE`",
                "content": {"application/toml": {"schema": {"type": "string"}}},
            }
        },
    }


def _references(study: Study, *settings: str) -> list[Part]:
    """The parameters of a study's query strings: its controls, and these settings."""
    names = [_key(study, control) for control in study.controls]
    return [{"$ref": f"#/components/parameters/{name}"} for name in (*names, *settings)]


def _parameter(study: Study, control: Control) -> Part:
    """A control as a parameter: one of its choices, or several of them with commas between."""
    item: Part = {"type": "string"}
    if fixed := _choices(control):
        item["enum"] = fixed
    elif examples := _examples(study, control):
        item["examples"] = examples
    default = study.defaults()[control.name]
    schema = {"type": "array", "items": item} if control.multi else item
    if default and not isinstance(control.choices, str):
        schema |= {"default": default}
    none = control.optional and not control.usual
    left_out = control.everything if control.multi else "none" if none else "the first"
    description = f"{control.label} (default: {left_out})."
    if control.marks:
        description += (
            f" A selected mark, as in the address of the page: {', '.join(control.marks)}."
        )
    comma = {"style": "form", "explode": False} if control.multi else {}
    return _setting(control.name, description, schema) | comma


def _key(study: Study, control: Control) -> str:
    return f"{study.path}.{control.name}"


def _schema(form: Form) -> Part:
    if form is FIGURE:
        parts: Part = {"data": {"type": "array"}, "layout": {"type": "object"}}
        return {"type": "object", "required": list(parts), "properties": parts}
    if form in (PNG, PDF):
        return {"type": "string", "contentMediaType": form.mimetype}
    if form.mimetype != "application/json":
        return {"type": "string"}
    texts = {"type": "string"}
    column = {"type": "object", "properties": {"name": texts, "type": texts}}
    properties = {
        "provenance": {"type": "object", "additionalProperties": texts},
        "notices": {"type": "array", "items": texts},
        "columns": {"type": "array", "items": column},
        "rows": {"type": "array", "items": {"type": "object"}},
    }
    return {"type": "object", "required": list(properties), "properties": properties}


def _setting(name: str, description: str, schema: Part) -> Part:
    about = {"name": name, "in": "query", "required": False, "description": description}
    return about | {"schema": schema}


def _one_of(names: Iterable[str]) -> Part:
    first, *others = names
    return {"type": "string", "enum": [first, *others], "default": first}


_SETTINGS = {
    "columns": _setting(
        "columns",
        "Panels per row (default: as many as fit).",
        {"type": "integer", "minimum": COLUMNS[0], "maximum": COLUMNS[-1]},
    ),
    "size": _setting(
        "size",
        "The width: a screen, or one or two columns of a paper.",
        _one_of(size.name for size in SIZES),
    ),
    "scheme": _setting("scheme", "The colors of an image.", _one_of(SCHEMES)),
    TABLES: _setting(
        TABLES,
        (
            "Page, order and search of tables: VIEW;PAGE;COLUMN;SEARCH, with - before the column "
            "for descending, and ! between several tables. Files contain all matching rows in "
            "this order (default: source order)."
        ),
        {"type": "string"},
    ),
    PARAMETER: _setting(
        PARAMETER,
        "The version of the data, as long as it is kept (default: the newest).",
        {"type": "string", "pattern": "^[0-9a-f]{7}$"},
    ),
}
_STUDIES: Part = {
    "operationId": "studies",
    "tags": [],
    "summary": "The studies with their views and settings",
    "responses": {
        "200": {
            "description": "Path, question, views and settings of each study",
            "content": {"application/json": {"schema": {"type": "array"}}},
        }
    },
}
_REASONS = {
    "404": "Unknown study, view or form; the body lists the valid ones.",
    "413": "Too many rows or pixels for this form; the body has the limit.",
    "414": f"The query string has more than {LONGEST} bytes.",
    "501": "Images are not set up on this server; the body says what to install.",
    "503": "Too many exports are running, or the data is temporarily unavailable; see Retry-After.",
}
_RESPONSES = {"304": {"description": "Not changed since the version in If-None-Match."}} | {
    status: {"description": reason, "content": {"text/plain": {"schema": {"type": "string"}}}}
    for status, reason in _REASONS.items()
}
_HEADERS = {
    "ETag": {"description": "Changes with the data and the query.", "schema": {"type": "string"}},
    "Reasonboard-Notice": {
        "description": "A sentence for each invalid value, if there are any.",
        "schema": {"type": "string"},
    },
}
