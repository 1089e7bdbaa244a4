"""What a person knows better than the files: names, sizes and steps, in a TOML that can be applied again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import duckdb
from msgspec import Meta, Struct, structs

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.names.path_pattern import pattern
from reasonboard.ingest.scripts import sql
from reasonboard.store.fields import BILLIONS, COUNT, Range
from reasonboard.store.shapes import ShapeError, shaped, within

Name = Annotated[str, Meta(pattern=r"\S", description="a name")]
_Step = Annotated[int, within(Range(0, 2**31 - 1), ", whole")]


class Model(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person states of a model."""

    name: Name | None = None
    family: Name | None = None
    params_b: Annotated[float, within(BILLIONS)] | None = None
    steps: Annotated[int, within(Range(1, 2**31 - 1), ", whole")] | None = None
    """Of the whole training."""
    step: _Step | None = None
    iteration: Annotated[int, within(COUNT, ", whole")] | None = None
    usd_per_mtok: Annotated[float, within(Range(0, 1e6, above=True))] | None = None
    priced: date | None = None


class _Path(Struct, forbid_unknown_fields=True, rename={"from_": "from"}):
    from_: str


class _Stated(Struct, forbid_unknown_fields=True):
    """The tables of a file."""

    model: dict[str, Name | Model] = {}
    benchmark: dict[str, Name] = {}
    step: dict[str, _Step] = {}
    path: _Path | None = None
    setting: dict[str, Literal["setting", "build", "repeat"]] = {}


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
    try:
        stated = shaped(file.toml, _Stated)
    except ShapeError as error:
        raise IngestError(f"{file.name}: {error}") from None
    models = {
        name: _facts(file, name, Model(entry) if isinstance(entry, str) else entry)
        for name, entry in stated.model.items()
    }
    for name, step in stated.step.items():
        models[name] = models.get(name, {}) | {"step": step}
    path_pattern = _path_pattern(file, stated.path.from_) if stated.path else ""
    return Aliases(models, stated.benchmark, path_pattern, stated.setting)


def unknown(connection: duckdb.DuckDBPyConnection, aliases: Aliases) -> list[str]:
    """A line for the models and one for the benchmarks among these that no loaded run has."""
    values = {"models": list(aliases.models), "benchmarks": list(aliases.benchmarks)}
    rows = sql.run(connection, "alias_unknown", values).fetchall()
    lines = []
    for what in ("model", "benchmark"):
        names = [name for kind, name in rows if kind == what]
        if names:
            listed = ", ".join(names[:_SHOWN]) + " and others" * (len(names) > _SHOWN)
            advice = "`reasonboard names` lists how files write them."
            lines.append(f"No loaded run has a {what} {listed}: {advice}")
    return lines


def write(connection: duckdb.DuckDBPyConnection, aliases: Aliases) -> None:
    """Put these aliases in the place of those that the snapshot has."""
    sql.run(connection, "unalias")
    for name, entry in aliases.models.items():
        values = dict.fromkeys(Model.__struct_fields__) | dict(entry) | {"raw": name}
        sql.run(connection, "alias_model", values)
    for name, canonical in aliases.benchmarks.items():
        values = {"raw": name, "name": canonical}
        sql.run(connection, "alias_benchmark", values)
    write_settings(connection, aliases.settings)


def write_settings(connection: duckdb.DuckDBPyConnection, settings: Mapping[str, str]) -> None:
    """State what these settings are; what was stated of others stays."""
    for name, role in settings.items():
        sql.run(connection, "alias_setting", {"raw": name, "role": role})


def _facts(file: File, name: str, model: Model) -> dict[str, Any]:
    """What is stated of a model, without the rest."""
    if (model.usd_per_mtok is None) != (model.priced is None):
        wrong = f"model.{name!r:.60}: a price without its day, or a day alone"
        raise file.refused(wrong, "usd_per_mtok and priced")
    return {key: value for key, value in structs.asdict(model).items() if value is not None}


def _path_pattern(file: File, stated: str) -> str:
    try:
        return pattern(stated).text
    except IngestError as error:
        raise IngestError(f"{file.name}: path.from is {error}") from None
