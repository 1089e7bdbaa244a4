"""What a person knows better than the files: names, sizes and steps, in a TOML that can be applied again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.names.path_pattern import pattern
from reasonboard.ingest.scripts import sql
from reasonboard.store.fields import BILLIONS, COUNT, Range

_TABLES = ("model", "benchmark", "step", "path", "setting")
_ROLES = ("setting", "build", "repeat")
_MODEL: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "family": (str,),
    "params_b": (int, float),
    "steps": (int,),
    "step": (int,),
    "iteration": (int,),
    "usd_per_mtok": (int, float),
    "priced": (date,),
}
_NUMBERS = {
    "params_b": BILLIONS,
    "steps": Range(1, 2**31 - 1),
    "step": Range(0, 2**31 - 1),
    "iteration": COUNT,
    "usd_per_mtok": Range(0, 1e6, above=True),
}
_SHOWN = 5
"""How many names a line lists."""


@dataclass(frozen=True)
class Aliases:
    """Names and facts that a person states for models and benchmarks, by the names that files write or pages show."""

    models: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Name -> name, family, params_b, steps (of the whole training), step, iteration, usd_per_mtok, priced."""
    benchmarks: Mapping[str, str] = field(default_factory=dict)
    path_pattern: str = ""
    """The pattern by which paths name fields of their runs (path_pattern.py)."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Name -> what it is: a setting of the configuration, the build, or what makes a repeat."""


def read(path: Path) -> Aliases:
    """The aliases of a TOML file; raises IngestError, naming the place, for what is not understood.

    `[model]` has `"written name" = "name"`, or tables `[model."written name"]` with name, family,
    params_b, steps, step, iteration, and usd_per_mtok (the price of a million output tokens) with priced, its day;
    `[benchmark]` has `"written name" = "name"`; `[step]` has
    `"written model name" = 3000`; `[path]` has `from = "grpo-seed{seed}"`, for the files that are read with it;
    `[setting]` says of names of settings whether each is a "setting" of the configuration, the "build", or makes a
    "repeat".
    """
    file = File(path)
    about = file.toml
    for table, entries in about.items():
        if table not in _TABLES or not isinstance(entries, dict):
            raise IngestError(
                f"{file.name}: {table:.60} (expected [model], [benchmark], [step], [path] or [setting])"
            )
    models = {
        name: _model(file, name, {"name": entry} if isinstance(entry, str) else entry)
        for name, entry in about.get("model", {}).items()
    }
    for name, step in about.get("step", {}).items():
        models[name] = models.get(name, {}) | _model(file, name, {"step": step})
    for name, alias in about.get("benchmark", {}).items():
        if not isinstance(alias, str) or not alias.strip():
            raise IngestError(
                f"{file.name}: benchmark.{name!r:.60} is {alias!r:.60} (expected a name)"
            )
    for name, role in about.get("setting", {}).items():
        if role not in _ROLES:
            raise IngestError(
                f"{file.name}: setting.{name!r:.60} is {role!r:.60} (expected one of {', '.join(_ROLES)})"
            )
    return Aliases(
        models,
        about.get("benchmark", {}),
        _path_pattern(file, about.get("path", {})),
        about.get("setting", {}),
    )


def unknown(connection: duckdb.DuckDBPyConnection, aliases: Aliases) -> list[str]:
    """A line for the models and one for the benchmarks among these that no loaded run has."""
    values = {"models": list(aliases.models), "benchmarks": list(aliases.benchmarks)}
    rows = sql.run(connection, "alias_unknown", values).fetchall()
    lines = []
    for what in ("model", "benchmark"):
        names = [name for kind, name in rows if kind == what]
        if names:
            listed = ", ".join(names[:_SHOWN]) + " and others" * (len(names) > _SHOWN)
            lines.append(
                f"No loaded run has a {what} {listed}: `reasonboard names` lists how files write them."
            )
    return lines


def write(connection: duckdb.DuckDBPyConnection, aliases: Aliases) -> None:
    """Put these aliases in the place of those that the snapshot has."""
    sql.run(connection, "unalias")
    for name, entry in aliases.models.items():
        values = dict.fromkeys(_MODEL) | dict(entry) | {"raw": name}
        sql.run(connection, "alias_model", values)
    for name, canonical in aliases.benchmarks.items():
        values = {"raw": name, "name": canonical}
        sql.run(connection, "alias_benchmark", values)
    write_settings(connection, aliases.settings)


def write_settings(connection: duckdb.DuckDBPyConnection, settings: Mapping[str, str]) -> None:
    """State what these settings are; what was stated of others stays."""
    for name, role in settings.items():
        sql.run(connection, "alias_setting", {"raw": name, "role": role})


def _model(file: File, name: str, entry: Any) -> dict[str, Any]:
    where = f"{file.name}: model.{name!r:.60}"
    if not isinstance(entry, dict):
        raise IngestError(f"{where} is {entry!r:.60} (expected a name or a table)")
    for key, value in entry.items():
        kinds = _MODEL.get(key)
        if kinds is None:
            raise IngestError(f"{where}: {key:.60} (expected one of {', '.join(_MODEL)})")
        right = isinstance(value, kinds) and not isinstance(value, bool | datetime)
        numbers = _NUMBERS.get(key)
        if not right or (numbers and not numbers.holds(value)):
            raise IngestError(
                f"{where}: {key} is {value!r:.60} (expected {numbers or _word(kinds)}{_whole_number_words(kinds)})"
            )
    if ("usd_per_mtok" in entry) != ("priced" in entry):
        raise IngestError(
            f"{where}: a price without its day, or a day alone (expected usd_per_mtok and priced)"
        )
    return dict(entry)


def _path_pattern(file: File, entry: Mapping[str, Any]) -> str:
    """The pattern of [path]; '' for none."""
    if not entry:
        return ""
    stated = entry.get("from")
    if set(entry) != {"from"} or not isinstance(stated, str):
        raise IngestError(f'{file.name}: [path] (expected from = "PATTERN" alone)')
    try:
        return pattern(stated).text
    except IngestError as error:
        raise IngestError(f"{file.name}: path.from is {error}") from None


def _word(kinds: tuple[type, ...]) -> str:
    return "a day, as 2026-11-24" if kinds == (date,) else "a name"


def _whole_number_words(kinds: tuple[type, ...]) -> str:
    return ", whole" if kinds == (int,) else ""
