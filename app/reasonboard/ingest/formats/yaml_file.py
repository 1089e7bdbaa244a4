"""YAML by PyYAML's safe loader, in the core schema of YAML 1.2: only JSON's words and decimal numbers are values.

Anchors and aliases are refused, which can make gigabytes of a few lines, and a key that stands twice.
"""

import re
from collections.abc import Sequence
from typing import Any, NoReturn

import yaml

from reasonboard.ingest.formats.files import File

_LARGEST = 1024 * 1024
_DEEPEST = 20


class _Loader(yaml.SafeLoader):
    """Reads no dates, octal or sexagesimal numbers and no `yes` or `no` into plain words."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012
    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            _refuse(event.start_mark, "an anchor or alias")
        if getattr(event, "tag", None):
            _refuse(event.start_mark, "a tag")
        self.depth += 1
        if self.depth > _DEEPEST:
            _refuse(event.start_mark, "nested too deeply")
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = True) -> dict[Any, Any]:
        keys = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                _refuse(key.start_mark, "a key that is not text")
            if key.value in keys:
                _refuse(key.start_mark, f"the key {key.value[:80]!r} appears twice in one object")
            keys.add(key.value)
        return {key.value: self.construct_object(value, deep) for key, value in node.value}


_WORDS = {
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "bool": (r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    "int": (r"[-+]?(0|[1-9][0-9]{0,17})", list("-+0123456789")),
    "float": (
        r"[-+]?(\.[0-9]{1,18}|(0|[1-9][0-9]{0,17})\.[0-9]{0,18}|[0-9]{1,18}(\.[0-9]{0,18})?[eE][-+]?[0-9]{1,3})"
        r"|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        list("-+.0123456789"),
    ),
}
for _name, (_pattern, _firsts) in _WORDS.items():
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_name}", re.compile(rf"(?:{_pattern})\Z"), _firsts
    )


def _refuse(mark: yaml.Mark, wrong: str) -> NoReturn:
    raise yaml.MarkedYAMLError(problem=wrong, problem_mark=mark)


def parse(file: File) -> Any:
    """The lists, mappings and plain values of a file; None of an empty one.

    Raises IngestError with line and column for what is no YAML or does more than state values.
    """
    if file.status.st_size > _LARGEST:
        raise file.refused(f"{file.status.st_size} bytes", f"at most {_LARGEST} of YAML")
    try:
        return yaml.load(file.text, _Loader)  # noqa: S506  a safe loader, and stricter
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else ()
        wrong = " ".join(str(error.problem or error.context).split())
        expected = "YAML of lists, mappings and plain values"
        raise file.refused(wrong, expected, *place) from None
    except yaml.YAMLError as error:
        wrong = " ".join(str(error).split())
        raise file.refused(wrong, "YAML") from None


_LINE = re.compile(r"(?P<key>[A-Za-z_][\w.@/-]*):(?:\s+(?P<value>\S.*))?")
_NOTHING = {"null", "~", "", "{}", "[]", "''"}


def parse_lines(file: File) -> dict[str, Any]:
    """The values of a configuration that a tool wrote, as text and nested as in the file.

    This is no YAML parser: values on several lines are joined, and an anchor stays text, which cannot expand.
    """
    root: dict[str, Any] = {}
    opened: list[tuple[int, dict[str, Any]]] = [(-1, root)]
    at, key = -1, ""
    texts: list[str] = []
    for _, line in file.lines():
        text = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        match = _LINE.fullmatch(text)
        if match is None or (indent > at and texts):
            texts.append(text)
            continue
        if indent > at and key:
            opened.append((at, opened[-1][1].setdefault(key, {})))
        else:
            _put(opened[-1][1], key, texts)
        while opened[-1][0] >= indent:
            opened.pop()
        at, key = indent, match["key"]
        texts = [match["value"]] if match["value"] else []
    _put(opened[-1][1], key, texts)
    return root


def _put(mapping: dict[str, Any], key: str, texts: Sequence[str]) -> None:
    """Set the value of a key without quotes, for a list its items; skip empty values."""
    value = " ".join(texts).strip()
    if value.startswith("- "):
        items = "\n".join(texts).removeprefix("- ").split("\n- ")
        value = ", ".join(item.replace("\n", " ") for item in items)
    if key and value not in _NOTHING:
        mapping[key] = _unquoted(value)


def _unquoted(value: str) -> str:
    for sign in ("'", '"'):
        if len(value) > 1 and value.startswith(sign) and value.endswith(sign):
            return value[1:-1]
    return value
