"""The folders of a package and the imports between what is in them."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple


class Folder(NamedTuple):
    """The modules and folders in one folder are its rooms. An arrow is at least one import between two of them."""

    name: str
    """With dots; '' for the package itself."""
    arrows: int
    floors: int
    """Rooms on the longest way from the top down; rooms in a circle share a floor."""
    in_circles: int
    """Rooms that import themselves by way of others."""


def folders_of(package: Path) -> list[Folder]:
    """Every folder of the package that has an import between two of its rooms."""
    modules = {_name(package, path): path for path in package.rglob("*.py")}
    arrows: dict[str, set[tuple[str, str]]] = {}
    for module, path in modules.items():
        for imported in _imported(path, package.name, modules):
            folder, room, other = _parting(module, imported)
            if room and other:  # a folder's own __init__ is in no room
                arrows.setdefault(folder, set()).add((room, other))
    return [_folder(name, pairs) for name, pairs in sorted(arrows.items())]


def _parting(module: str, imported: str) -> tuple[str, str, str]:
    """The innermost folder of both modules, without the package, and the room in it that each is in."""
    names, others = module.split("."), imported.split(".")
    depth = 0
    while depth < min(len(names), len(others)) and names[depth] == others[depth]:
        depth += 1
    room, other = ("".join(path[depth : depth + 1]) for path in (names, others))
    return ".".join(names[1:depth]), room, other


def _folder(name: str, arrows: set[tuple[str, str]]) -> Folder:
    rooms = {room for arrow in arrows for room in arrow}
    below = {room: _reached(room, arrows) for room in rooms}
    floors: dict[str, int] = {}
    for room in sorted(rooms, key=lambda room: (len(below[room]), room not in below[room])):
        lower = (other for other in below[room] if room not in below[other])
        floors[room] = 1 + max((floors[other] for other in lower), default=0)
    in_circles = sum(room in below[room] for room in rooms)
    return Folder(name, len(arrows), max(floors.values()), in_circles)


def _reached(room: str, arrows: set[tuple[str, str]]) -> set[str]:
    """All rooms that this one imports, also by way of others."""
    reached: set[str] = set()
    while found := {other for one, other in arrows if one == room or one in reached} - reached:
        reached |= found
    return reached


def _name(package: Path, path: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


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
