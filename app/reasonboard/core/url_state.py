"""The state of a page as the query string of its address: every control that is not at its default."""

from collections.abc import Collection, Mapping
from urllib.parse import quote, unquote_plus

from reasonboard.core import table_state
from reasonboard.core.control import Choice, Control, Values
from reasonboard.core.study import Study
from reasonboard.store.database import Value, query

LONGEST = 8000
"""Bytes of a query string, without the `?`: a longer one is not read."""
_SAFE = "@:!;"


def encode(study: Study, values: Values, named: Collection[str] = ()) -> str:
    """The query string of the values, '' if all are defaults.

    The controls that are `named` stand in it whatever their defaults are, which need not be asked for then.

    Where a reader has runs of their own the source is always named, and so are the models of a pair: the default is
    another after the next load.
    """
    parts = []
    so_far: Values = {"study": study.path}
    for control in study.controls:
        value = values[control.name]
        if control.name in named or _belongs_there(control, value, control.options(so_far)):
            parts.append(parameter(control.name, value))
        so_far[control.name] = value
    if tables := values.get(table_state.PARAMETER):
        parts.append(f"{table_state.PARAMETER}={_text(tables)}")
    return "?" + "&".join(parts) if parts else ""


def _belongs_there(control: Control, value: Value, options: list[Choice]) -> bool:
    """Does the address have to name this value?"""
    is_default = value == control.default(options)
    return not is_default or control.always_in_address or bool(control.bundled(options))


def parameter(name: str, value: Value) -> str:
    """A control and its value as they stand in a query string."""
    return f"{name}={_text(value)}"


def decode(study: Study, search: str) -> tuple[Values, list[str]]:
    """The values in a query string, and a notice for each part that is invalid."""
    search = search.removeprefix("?")
    if len(search) > LONGEST:
        return study.defaults(), ["The address is too long to be read; showing the defaults."]
    accepted_names = {table_state.PARAMETER, *(name for name, _ in study.earlier_names)}
    accepted_names |= {control.name for control in study.controls}
    raw: dict[str, object] = {}
    notices = []
    for part in filter(None, search.split("&")):
        name, _, text = part.partition("=")
        name = unquote_plus(name)
        if name not in accepted_names:
            notices.append(f"“{name[:40]}” is not a setting of this page; ignored.")
        else:
            raw[name] = [unquote_plus(item) for item in text.split(",") if item]
    values, invalid = study.clean(_as_before_loads(study, raw))
    return values, notices[:5] + list(invalid.values())


def _as_before_loads(study: Study, raw: dict[str, object]) -> dict[str, object]:
    """The raw values of an address, with the best bundled source where it names values but no source.

    Such an address was made before a run was loaded, and keeps its meaning; only one that says nothing opens on the
    reader's own runs.
    """
    first = study.controls[0]
    bundled = first.bundled(first.options({"study": study.path}))
    return {first.name: bundled} | raw if raw and bundled else raw


def carried(study: Study, values: Values, filters: object) -> tuple[Values, list[str]]:
    """The values with the filters of another page, as far as this study has them, and a notice for what it lacks.

    `filters` maps control names to the choices there (untrusted: anything else in it is ignored). Choices match
    by name or by alias. A filter that is already set here stays.
    """
    if not isinstance(filters, Mapping):
        return values, []
    other_names: dict[str, set[str]] = {}
    for row in query("core/other_names"):
        other_names.setdefault(row["alias"], set()).add(row["name"])
        other_names.setdefault(row["name"], set()).add(row["alias"])
    raw: dict[str, object] = dict(values)
    for control in study.controls:
        names = filters.get(control.name)
        if isinstance(names, list) and control.multi and not values[control.name]:
            offered = {choice.value for choice in control.options(values)}
            texts = [name for name in names if isinstance(name, str)]
            matches = [{name, *other_names.get(name, ())} & offered for name in texts]
            # What has no match stays: its notice says so.
            raw[control.name] = [
                name
                for text, match in zip(texts, matches, strict=True)
                for name in (sorted(match) or [text])
            ]
    cleaned, notices = study.clean(raw)
    return cleaned, list(notices.values())


def _text(value: Value) -> str:
    items = [value] if isinstance(value, str) else value
    if any("," in item for item in items):
        return ",".join(quote(item, safe=_SAFE) for item in items)
    return quote(",".join(items), safe=f"{_SAFE},")
