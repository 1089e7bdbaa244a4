"""The rooms of a package and the imports between them."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple


class House(NamedTuple):
    """Rooms are the folders and modules at the top of the package; an arrow is at least one import."""

    arrows: frozenset[tuple[str, str]]
    floors: int
    """Rooms on the longest way from the top down; 0 where there is a circle."""
    circles: int


def house_of(package: Path) -> House:
    """The rooms of the package in this folder."""
    modules = {_name(package, path): path for path in package.rglob("*.py")}
    arrows = frozenset(
        (_room(module), _room(imported))
        for module, path in modules.items()
        for imported in _imported(path, package.name, modules)
        if _room(module) != _room(imported) and _room(module)
    )
    below: dict[str, set[str]] = {}
    for room, other in arrows:
        below.setdefault(room, set()).add(other)
    try:
        order = list(TopologicalSorter(below).static_order())
    except CycleError:
        return House(arrows, 0, 1)
    floors: dict[str, int] = {}
    for room in order:
        floors[room] = 1 + max((floors[other] for other in below.get(room, ())), default=0)
    return House(arrows, max(floors.values(), default=0), 0)


def _name(package: Path, path: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room(module: str) -> str:
    """The room of a module; '' for the package itself, which everything may import."""
    return module.split(".")[1] if "." in module else ""


def _imported(path: Path, package: str, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(f"{package}."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                imported = full if full in modules else str(node.module)
                if "." in imported:
                    yield imported
