"""Where the code opens files and reads formats: every place that does neither by the one function for it."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import reasonboard

APP = Path(reasonboard.__file__).parent
_OPENS = {"open", "read_text", "read_bytes", "copyfile", "copy2", "fdopen", "from_path"}
_READS = {
    "csv.DictReader", "csv.reader", "json.JSONDecoder", "json.load", "json.loads", "orjson.loads", "tomllib.load",
    "tomllib.loads", "yaml.load", "yaml.safe_load",
}  # fmt: skip
_NO_FILES = {"webbrowser", "self._opener"}


def opening() -> dict[str, set[str]]:
    """The functions of each module that open a file by themselves; one that comes with a package is none."""
    return _found(
        lambda of, name: name in _OPENS and of not in _NO_FILES and not of.startswith("files(")
    )


def reading() -> dict[str, set[str]]:
    """The functions of each module that read TOML, JSON, YAML or CSV by a library themselves."""
    return _found(lambda of, name: f"{of}.{name}" in _READS)


def _found(is_one: Callable[[str, str], bool]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in APP.rglob("*.py"):
        for function, call in _calls(ast.parse(path.read_text()), ""):
            if is_one(*_name(call)):
                found.setdefault(path.relative_to(APP).as_posix(), set()).add(function)
    return found


def _calls(node: ast.AST, inside: str) -> Iterator[tuple[str, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        within = child.name if isinstance(child, ast.FunctionDef | ast.ClassDef) else inside
        if isinstance(child, ast.Call):
            yield within, child
        yield from _calls(child, within)


def _name(call: ast.Call) -> tuple[str, str]:
    """What a function is of, and its name."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return ast.unparse(function.value), function.attr
    return "", function.id if isinstance(function, ast.Name) else ""
