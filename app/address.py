"""The address of a state: every control that is not at its default, short and readable."""

from collections.abc import Mapping
from urllib.parse import quote, unquote_plus

from app.database import Value
from app.study import Study, Values

_LONGEST = 8000
_SAFE = "@:"


def encode(study: Study, values: Values) -> str:
    """The query string of the values, '' where all are at their defaults."""
    parts = []
    so_far: Values = {"study": study.path}
    for control in study.controls:
        value = values[control.name]
        if value != control.default(control.options(so_far)):
            parts.append(f"{control.name}={_text(value)}")
        so_far[control.name] = value
    return "?" + "&".join(parts) if parts else ""


def decode(study: Study, search: str) -> tuple[Values, list[str]]:
    """The values that a query string stands for, and a sentence for all that was foreign in it."""
    if len(search) > _LONGEST:
        return study.defaults(), ["The address is too long to be read; showing the defaults."]
    controls = {control.name: control for control in study.controls}
    raw: dict[str, object] = {}
    notices = []
    for part in filter(None, search.removeprefix("?").split("&")):
        name, _, text = part.partition("=")
        name = unquote_plus(name)
        if name not in controls:
            notices.append(f"“{name[:40]}” is not a setting of this page; ignored.")
        else:
            raw[name] = [unquote_plus(one) for one in text.split(",") if one]
    values, foreign = study.clean(raw)
    return values, notices[:5] + foreign


def shared(study: Study, chosen: Mapping[str, Value]) -> Values:
    """The part of what was chosen on other pages that this study can show, by name or by alias."""
    raise NotImplementedError


def _text(value: Value) -> str:
    return ",".join(quote(one, safe=_SAFE) for one in ([value] if isinstance(value, str) else value))
