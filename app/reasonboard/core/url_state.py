"""The address of a state: every control that is not at its default, short and readable."""

from collections.abc import Mapping
from urllib.parse import quote, unquote_plus

from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.store.database import Value, query

LONGEST = 8000
"""So many bytes of a query string are read, without the `?` before it."""
_SAFE = "@:!;"


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
    search = search.removeprefix("?")
    if len(search) > LONGEST:
        return study.defaults(), ["The address is too long to be read; showing the defaults."]
    controls = {control.name: control for control in study.controls}
    raw: dict[str, object] = {}
    notices = []
    for part in filter(None, search.split("&")):
        name, _, text = part.partition("=")
        name = unquote_plus(name)
        if name not in controls:
            notices.append(f"“{name[:40]}” is not a setting of this page; ignored.")
        else:
            raw[name] = [unquote_plus(one) for one in text.split(",") if one]
    values, foreign = study.clean(raw)
    return values, notices[:5] + list(foreign.values())


def carried(study: Study, values: Values, chosen: object) -> Values:
    """The values with those filters of another page that this study has too, by name or by alias.

    `chosen` maps names of controls to what was chosen there; anything else in it is ignored.
    """
    if not isinstance(chosen, Mapping):
        return values
    other_names: dict[str, set[str]] = {}
    for row in query("core/other_names"):
        other_names.setdefault(row["alias"], set()).add(row["name"])
        other_names.setdefault(row["name"], set()).add(row["alias"])
    raw: dict[str, object] = dict(values)
    for control in study.controls:
        names = chosen.get(control.name)
        if isinstance(names, list) and control.multi and not values[control.name]:
            offered = {choice.value for choice in control.options(values)}
            texts = [name for name in names if isinstance(name, str)]
            found = [{name, *other_names.get(name, ())} & offered for name in texts]
            raw[control.name] = [name for names_here in found for name in sorted(names_here)]
    return study.clean(raw)[0]


def _text(value: Value) -> str:
    return ",".join(
        quote(one, safe=_SAFE) for one in ([value] if isinstance(value, str) else value)
    )
