"""Files of studies that have to be refused, each with the place that the refusal has to name."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

_WRONG: tuple[Any, ...] = (True, [[]], [{}], {"a": {}}, "x" * 5000)
"""What no place of a study takes."""
_NO_COLUMNS = (
    "model; DROP TABLE run", "(SELECT value FROM result)", "1=1", "*", "result.model", "a\x00b", "\u202eledom",
    "../../etc", "settings.", "settings.a\nb", "settings." + "x" * 65, "value", "Model",
)  # fmt: skip


def broken(about: dict[str, Any]) -> Iterator[tuple[bytes, str]]:
    """Each place of a good study spoilt in turn: the file, and how its refusal begins."""
    for path in _paths(about):
        place = _place(path)
        for value in _WRONG:
            yield _replaced(about, path, value), place
        *above, last = path
        if path[:2] not in (("rows", "where"), ("roles", "baseline")) or len(path) == 2:
            renamed = deepcopy(about)
            table = _table(renamed, above)
            table[f"{last}'; --"] = table.pop(last)
            yield toml(renamed).encode(), ""
        if last in ("column", "color", "panel", "filter", "average") or path == ("roles", "x"):
            yield from ((_replaced(about, path, name), place) for name in _NO_COLUMNS)
    for name in _NO_COLUMNS:
        yield _replaced(about, ("rows", "where"), {name: "a"}), f"rows.where.{name!r:.60}"[:20]
    text = toml(about).encode()
    for at in range(0, len(text), 40):
        yield text[:at] + b"\xff" + text[at:], f"byte {at}"
        yield text[:at] + b"\x00" + text[at:], ""
    yield text + b"\n" + text, ""


def _paths(about: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, value in about.items():
        yield (*above, name)
        if isinstance(value, dict):
            yield from _paths(value, (*above, name))


def _place(path: tuple[str, ...]) -> str:
    match path:
        case ("rows", "where", name):
            return f"rows.where.{name if name.isalnum() else repr(name)[:60]}"
        case ("roles", "baseline", _):
            return "roles.baseline"
    return ".".join(path)


def _table(about: dict[str, Any], path: list[str]) -> dict[str, Any]:
    for name in path:
        about = about[name]
    return about


def _replaced(about: dict[str, Any], path: tuple[str, ...], value: Any) -> bytes:
    changed = deepcopy(about)
    *above, last = path
    _table(changed, above)[last] = value
    return toml(changed).encode()


def toml(value: Any) -> str:
    """A document of these values, as TOML writes them."""
    return "\n".join(f"{_quoted(name)} = {_inline(part)}" for name, part in value.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(k)} = {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(one):08x}" for one in text) + '"'
