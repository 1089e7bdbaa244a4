"""The names of a page's components, which its layout and its callbacks share."""

from reasonboard.core.study import COLUMNS, Study


def id_of(study: Study, name: str) -> str:
    """The identifier of a control, a view or a part of a study's page."""
    return f"{study.path}-{name}"


def dependent(study: Study) -> list[str]:
    """The controls whose choices depend on others."""
    return [control.name for control in study.controls if isinstance(control.choices, str)]


def fitting(value: object) -> int:
    """The number of columns that the browser asks for, or that of a wide screen."""
    return value if isinstance(value, int) and value in COLUMNS else COLUMNS[-1]


def text(value: object) -> str:
    """What the browser sent where a text belongs, "" where it is none."""
    return value if isinstance(value, str) else ""
