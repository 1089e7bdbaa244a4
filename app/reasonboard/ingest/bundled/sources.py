"""The bundled sources: a tidy CSV and a TOML each, and the catalogue of names."""

import gzip
import json
import zlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import duckdb
from msgspec import Meta, Struct

from reasonboard.ingest.bundled.answers import answer_files
from reasonboard.ingest.formats import limits, separated
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, PERCENT, TOKENS
from reasonboard.ingest.names import benchmark_names
from reasonboard.ingest.names.catalogue import CATALOGUE, read_toml
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.scripts.studies import scripts
from reasonboard.store import foreign
from reasonboard.store.claim_rule import Rule, RuleError
from reasonboard.store.fields import MEASUREMENT, RUN
from reasonboard.store.lack import lack_of
from reasonboard.store.shapes import matching

_COLUMNS = (
    "model", *(field.name for field in RUN), "benchmark", "metric", "value",
    *(field.name for field in MEASUREMENT), "kind", "locator",
)  # fmt: skip
"""All columns of a bundled table; each is optional."""
_LONGEST_HEADER = 64 * 1024
Plain = str | int | float
_STORED = ("rank", "title", "citation", "licence", "kind", "url", "note", "statements")
NO_STUDY = "other"
"""Of a source whose numbers stand on the page of models alone."""
Text = Annotated[str, Meta(pattern=r"\S", description="a text")]
Name = Annotated[str, Meta(pattern=r"\S", description="a name")]
_KEY = matching(r"[A-Za-z][A-Za-z0-9:.-]{0,79}", "letters, digits and : . -, a letter first")
_EPRINT = matching(
    r"\d{4}\.\d{4,5}(v\d+)?|[a-z-]+(\.[A-Z]{2})?/\d{7}(v\d+)?", "an arXiv number such as 2501.12599"
)
_URL = matching(r"https?://[^\s{}\\]+", "an address that begins with http:// or https://")
_YEAR = Meta(ge=1900, le=2100, description="a whole number such as 2025")


class Reference(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry. An author is `Family, Given`, or a name without a comma for a group; `others` are the rest of them."""

    type: Literal["article", "book", "inproceedings", "misc", "phdthesis", "techreport"]
    key: Annotated[str, _KEY]
    title: Text
    author: list[Name] = []
    journal: Text | None = None
    booktitle: Text | None = None
    institution: Text | None = None
    school: Text | None = None
    publisher: Text | None = None
    eprint: Annotated[str, _EPRINT] | None = None
    doi: Text | None = None
    url: Annotated[str, _URL] | None = None
    note: Text | None = None
    year: Annotated[int, _YEAR] | None = None

    @property
    def fields(self) -> dict[str, str]:
        """What the entry says besides its type, key and authors."""
        values = {name: getattr(self, name) for name in self.__struct_fields__[2:]}
        return {name: str(value) for name, value in values.items() if value and name != "author"}


class Source(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The TOML of a source."""

    study: str
    rank: int
    title: str
    citation: str
    licence: str
    kind: str
    unit: str
    axes: dict[str, str]
    url: str | None = None
    note: str | None = None
    statements: list[str] = []
    constants: dict[str, Plain] = {}
    settings: dict[str, Plain] = {}
    tested_on: Annotated[str, Meta(description="the name of a source")] | None = None
    """By default itself."""
    claims: list[dict[str, Any]] = []
    bibtex: Reference | None = None


def source_files(folder: Path) -> list[Path]:
    """Every file that a snapshot of this folder is made of; raises IngestError if one is missing."""
    descriptions = sorted(folder.glob("*.toml"))
    if not descriptions:
        raise File(folder).refused("no sources found", "the bundled *.toml and *.csv files")
    catalogue = [folder / "catalogue" / f"{name}.toml" for name in CATALOGUE]
    for path in catalogue:
        if not path.is_file():
            raise IngestError(f"{path}: missing (the bundled data is not complete: restore it)")
    tables = [_table_of(path) for path in descriptions]
    return catalogue + descriptions + tables + answer_files(folder)


def load_source(connection: duckdb.DuckDBPyConnection, description: Path) -> None:
    """Add one source with its runs and measurements.

    Raises IngestError naming file and line where a row cannot be understood.
    """
    about = read_toml(description, Source)
    known = [*scripts("takes.sql"), NO_STUDY]
    if about.study not in known:
        wrong = f"study is {about.study!r}"
        raise File(description).refused(wrong, f"one of {', '.join(known)}")
    table = _table_of(description)
    _insert_source(connection, description, about, table)
    _insert_claims(connection, description, about)
    try:
        _stage(connection, about, table)
        _resolve_names(connection, table)
        _check_numbers(connection, table, percent=about.unit == PERCENT)
        _insert_rows(connection, description.stem, about)
    except duckdb.Error as error:
        if lack_of(error):
            raise
        reason = foreign.with_name(str(error), table.name).splitlines()[0]
        raise IngestError(f"{table}: {reason} (expected rows as in the other sources)") from error
    sql.run(connection, "unstage")


def _insert_source(
    connection: duckdb.DuckDBPyConnection, description: Path, about: Source, table: Path
) -> None:
    entry = about.bibtex
    fields = entry.fields if entry else {}
    sql.run(
        connection,
        "source",
        {
            "id": description.stem,
            **{key: getattr(about, key) for key in _STORED},
            "axis_names": list(about.axes),
            "axis_words": list(about.axes.values()),
            "file": table.name,
            "sha256": File(table).sha256,
            "loaded_at": datetime.now(UTC).replace(tzinfo=None, microsecond=0),
            "entry_type": entry.type if entry else None,
            "entry_key": entry.key if entry else None,
            "authors": entry.author if entry else [],
            "field_names": list(fields),
            "field_texts": list(fields.values()),
        },
    )


def _insert_claims(connection: duckdb.DuckDBPyConnection, description: Path, about: Source) -> None:
    names = _names_in_claims(connection)
    for index, claim in enumerate(about.claims, 1):
        words = {name: claim.get(name) for name in ("section", "text")}
        if not all(isinstance(word, str) and word for word in words.values()):
            expected = "section and text, and check where it can be tested"
            raise File(description).refused(f"claim {index} has {', '.join(claim)}", expected)
        others = {name: value for name, value in claim.items() if name not in words}
        roles = {name: _with_names(value, names) for name, value in others.items()}
        try:
            tested = json.dumps(roles) if roles and Rule.read(roles) else None
        except RuleError as error:
            raise IngestError(f"{description}: claim {index}: {error}") from error
        values = words | {"source": description.stem, "place": index, "tested": tested}
        sql.run(connection, "claim", values | {"tested_on": about.tested_on or description.stem})


def _names_in_claims(connection: duckdb.DuckDBPyConnection) -> dict[str, Callable[[str], str]]:
    """What claims may call by another name than the catalogue, and its name there."""
    benchmarks = benchmark_names.known(connection)
    rows = connection.execute("SELECT unnest(aliases), name FROM model").fetchall()
    models = dict(rows) | {name: name for _, name in rows}
    return {
        "benchmark": lambda word: benchmarks.name(word) or word,
        "model": lambda word: models.get(word, word),
    }


def _with_names(role: object, names: Mapping[str, Callable[[str], str]]) -> object:
    """A role of a claim, what it chooses called by the names of the catalogue."""
    if not isinstance(role, dict):
        return role
    called = dict(role)
    for column, name in names.items():
        chosen = role.get(column)
        if isinstance(chosen, str):
            called[column] = name(chosen)
        elif isinstance(chosen, list):
            called[column] = [name(word) if isinstance(word, str) else word for word in chosen]
    return called


def _stage(connection: duckdb.DuckDBPyConnection, about: Source, table: Path) -> None:
    """A table `staged` of text, one column for each that a row may have, constants filled in."""
    header = _header(table)
    unknown = [name for name in header if name not in _COLUMNS]
    if unknown or len(set(header)) < len(header):
        wrong = f"columns {', '.join(unknown or header)}"
        raise File(table).refused(wrong, f"each once, of {', '.join(_COLUMNS)}", 1)
    constants = {key: str(value) for key, value in about.constants.items()}
    columns = ", ".join(
        f"nullif({name}, '') AS {name}" if name in header else f"$constant_{name} AS {name}"
        for name in _COLUMNS
    )
    values = {f"constant_{name}": constants.get(name) for name in _COLUMNS if name not in header}
    with File(table).reached() as path:
        connection.execute(
            f"""CREATE TEMP TABLE staged AS SELECT row_number() OVER () AS line, {columns}
                FROM read_csv($file, header = true, delim = ',', quote = '"', escape = '"',
                              auto_detect = false, strict_mode = true, null_padding = false,
                              compression = '{"gzip" if _is_packed(table) else "none"}',
                              columns = {dict.fromkeys(header, "VARCHAR")!r})""",  # noqa: S608
            values | {"file": str(path)},
        )


def _resolve_names(connection: duckdb.DuckDBPyConnection, table: Path) -> None:
    """Replace aliases by names; raises IngestError for the first row that cannot be understood."""
    benchmark_names.name_staged(connection)
    unsound = sql.run(connection, "unsound").fetchone()
    if unsound:
        line, column, name = unsound
        if not column:
            raise IngestError(f"{table}:{line}: value or locator is empty (expected both)")
        expected = f"a name or an alias of catalogue/{column}s.toml"
        raise IngestError(f"{table}:{line}: {column} {name!r} is not known (expected {expected})")


def _check_numbers(connection: duckdb.DuckDBPyConnection, table: Path, *, percent: bool) -> None:
    """Raises IngestError for the first staged row with a number that cannot be stored, and its line."""
    tests = [(field.name, field.range, "true") for field in (*RUN, *MEASUREMENT) if field.range]
    for unit in (FRACTION, TOKENS, ""):
        same = f"unit = '{unit}'" if unit else f"unit NOT IN ('{FRACTION}', '{TOKENS}')"
        written = PERCENT if percent and unit == FRACTION else unit
        tests.append(("value", limits.of_value(written), same))
        tests.append(("stderr", limits.of_stderr(written), same))
    wrong_in = " ".join(
        f"WHEN {same} AND staged.{name} IS NOT NULL "
        f"AND NOT coalesce({numbers.sql(f'TRY_CAST(staged.{name} AS DOUBLE)')}, false) THEN {index}"
        for index, (name, numbers, same) in enumerate(tests)
    )
    texts = ", ".join(f"left(staged.{name}, 40)" for name, *_ in tests)
    wrong = connection.execute(
        f"SELECT line + 1, CASE {wrong_in} END AS test, [{texts}][test + 1] "  # noqa: S608
        "FROM staged JOIN metric ON metric.name = staged.metric WHERE test IS NOT NULL ORDER BY test, line LIMIT 1"
    ).fetchone()
    if wrong:
        line, test, text = wrong
        name, numbers, _ = tests[test]
        raise IngestError(f"{table}:{line}: {name} is {text!r} (expected {numbers})")


def _insert_rows(connection: duckdb.DuckDBPyConnection, source: str, about: Source) -> None:
    settings = {key: str(value) for key, value in about.settings.items()}
    sql.run(connection, "conditions")
    words = {"names": list(settings), "words": list(settings.values())}
    sql.run(connection, "runs", {"source": source, "study": about.study, **words})
    sql.run(connection, "measurements", {"kind": about.kind, "percent": about.unit == PERCENT})


def _header(table: Path) -> list[str]:
    with File(table).opened() as opened:
        try:
            lines = gzip.GzipFile(fileobj=opened) if _is_packed(table) else opened
            header = separated.cells(lines.readline(_LONGEST_HEADER).rstrip(b"\n"))
        except (OSError, EOFError, zlib.error) as error:
            raise IngestError(f"{table}: not readable ({error}; expected CSV in UTF-8)") from error
    if not header:
        raise IngestError(f"{table}:1: empty, or no CSV (expected a header in UTF-8)")
    return header


def _is_packed(table: Path) -> bool:
    return table.suffix == ".gz"


def _table_of(description: Path) -> Path:
    for suffix in (".csv", ".csv.gz"):
        table = description.with_suffix(suffix)
        if table.is_file():
            return table
    missing = description.with_suffix(".csv")
    raise IngestError(f"{missing}: missing (named by {description.name}: restore it)")
