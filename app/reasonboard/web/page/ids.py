"""Element ids and untrusted inputs that layout and callbacks of a page share."""

from reasonboard.core.study import COLUMNS, Study


def id_of(study: Study, name: str) -> str:
    """The element id of a control, view, section or store of a study's page."""
    return f"{study.path}-{name}"


def dependent(study: Study) -> list[str]:
    """The controls whose choices come from a query and may change with other controls."""
    return [control.name for control in study.controls if isinstance(control.choices, str)]


def column_count(value: object) -> int:
    """The number of columns from the browser; that of a wide screen if the value is invalid."""
    return value if isinstance(value, int) and value in COLUMNS else COLUMNS[-1]


def text(value: object) -> str:
    """The value from the browser if it is a text, else ""."""
    return value if isinstance(value, str) else ""
