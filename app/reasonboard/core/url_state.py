"""The state of a page as the query string of its address: every control that is not at its default, and the source."""

import re
from collections.abc import Collection, Mapping
from urllib.parse import quote, unquote_plus

from reasonboard.core import table_state
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.store.database import Value, query

LONGEST = 8000
"""Bytes of a query string, without the `?`: a longer one is not read."""
_UNSAFE = re.compile(r"[^\w.~@:!;,-]+", re.ASCII)


def encode(study: Study, values: Values, named: Collection[str] = ()) -> str:
    """The query string of the values.

    The controls that are `named` are in it whatever their defaults are, which need not be asked for then. So are those
    whose default is another one after the next load: the source, and the models of a pair.
    """
    parts = []
    state: Values = {**values, "study": study.path}
    for control in study.controls:
        value = values[control.name]
        is_named = control.always_in_address or control.name in named
        if (value or not control.multi) and (is_named or not control.is_default(value, state)):
            parts.append(parameter(control.name, value))
    if tables := values.get(table_state.PARAMETER):
        parts.append(f"{table_state.PARAMETER}={_text(tables)}")
    return "?" + "&".join(parts) if parts else ""


def parameter(name: str, value: Value) -> str:
    """A control and its value as they stand in a query string."""
    return f"{name}={_text(value)}"


def decode(study: Study, search: str, *, elsewhere: bool = False) -> tuple[Values, list[str]]:
    """The values in a query string, and a notice for each part that is invalid.

    An address without a source means the best bundled one, so that it keeps its meaning when runs are loaded. Only a
    bare one opens on the reader's own runs, unless it is kept `elsewhere`: in a sheet or in a page of others.
    """
    search = search.removeprefix("?")
    if len(search) > LONGEST:
        return study.defaults(), ["The address is too long. Showing the defaults."]
    accepted_names = {table_state.PARAMETER, *(control.name for control in study.controls)}
    raw: dict[str, object] = {}
    notices = []
    for part in filter(None, search.split("&")):
        name, _, text = part.partition("=")
        name = unquote_plus(name)
        if name not in accepted_names:
            notices.append(f"Ignored “{name[:40]}”: not a setting of this page.")
        else:
            raw[name] = [unquote_plus(item) for item in text.split(",") if item]
    if raw or elsewhere:
        raw = _best_bundled(study) | raw
    values, invalid = study.clean(raw)
    return values, notices[:5] + list(invalid.values())


def _best_bundled(study: Study) -> dict[str, object]:
    """The best bundled source as a raw value; {} unless the page opens on the reader's own runs."""
    first = study.controls[0]
    bundled = first.bundled(first.options({"study": study.path}))
    return {first.name: bundled} if bundled else {}


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
        return ",".join(_quoted(item).replace(",", "%2C") for item in items)
    return _quoted(",".join(items))


def _quoted(text: str) -> str:
    """As `quote`, which takes each letter by itself: with 300 models in its addresses that is a tenth of a change."""
    return _UNSAFE.sub(lambda part: quote(part[0], safe=""), text)
