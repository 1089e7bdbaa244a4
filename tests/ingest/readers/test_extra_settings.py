"""The settings that a load names, or that a table writes as `settings.NAME`: kept whatever the form of the file."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.extra_settings import ExtraSettings, parse
from reasonboard.ingest.formats.files import File, Room
from reasonboard.ingest.formats.grids import delimited
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.formats.settings import digest, kept
from reasonboard.ingest.readers.tables import reader as tables
from tests.ingest.readers.workbooks import workbook

ROWS: list[dict[str, Any]] = [
    {"model": "m-7b", "benchmark": "B", "budget": 1024, "color": "red", "value": 0.5, "unit": "fraction"},
    {"model": "m-7b", "benchmark": "B", "budget": 2048, "color": "red", "value": 0.6, "unit": "fraction"},
]  # fmt: skip


def separated(path: Path, rows: list[dict[str, Any]], separator: str = ",") -> Path:
    lines = [rows[0].keys(), *(map(str, row.values()) for row in rows)]
    path.write_text("".join(f"{separator.join(line)}\n" for line in lines))
    return path


def put(form: str, folder: Path, rows: list[dict[str, Any]]) -> Path:
    """The rows as a file of that form."""
    path = folder / f"t.{form}"
    if form == "jsonl":
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    elif form == "xlsx":
        workbook(path, {"s": [list(rows[0]), *(list(row.values()) for row in rows)]})
    elif form == "parquet":
        table = separated(folder / "source.csv", rows)
        with duckdb.connect() as connection:
            connection.execute(f"COPY (FROM read_csv('{table}')) TO '{path}'")
    else:
        separated(path, rows, "\t" if form == "tsv" else ",")
    return path


def found(path: Path, *names: str, room: Room | None = None) -> tuple[list[Found | Bulk], File]:
    file = File(path, room=room, extra_settings=ExtraSettings(frozenset(names)))
    assert tables.recognizes(file)
    return list(tables.read(file)), file


def settings(every: list[Found | Bulk]) -> list[dict[str, str]]:
    """Those of each run, in the order of the rows."""
    runs = [(one.run, 0) for one in every if isinstance(one, Found)]
    of_bulks = [(each.run, each.row) for one in every if isinstance(one, Bulk) for each in one.runs]
    ordered = [run for run, _ in [*runs, *sorted(of_bulks, key=lambda one: one[1])]]
    return [kept(run.settings, run.chosen).values for run in ordered]


BUDGETS = [{"budget": "1024"}, {"budget": "2048"}]


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl", "parquet", "xlsx"])
def test_a_column_that_the_load_names_is_a_setting(form: str, tmp_path: Path) -> None:
    every, file = found(put(form, tmp_path, ROWS), "budget", "effort")
    assert settings(every) == BUDGETS
    assert file.extra_settings.present == {"budget"}
    assert file.extra_settings.lines() == []


def test_a_column_of_a_large_table_is_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "LARGE", 1)
    every, _ = found(put("csv", tmp_path, ROWS), "budget", room=Room(tmp_path, lambda: None))
    assert [type(one) for one in every] == [Bulk]
    assert settings(every) == BUDGETS


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_column_written_as_a_setting_needs_no_name(form: str, tmp_path: Path) -> None:
    rows = [
        {("settings.budget" if name == "budget" else name): cell for name, cell in row.items()}
        for row in ROWS
    ]
    every, _ = found(put(form, tmp_path, rows))
    assert settings(every) == BUDGETS


def test_a_name_is_found_whatever_the_case_of_the_column(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("model,benchmark,Temperature,Budget,value,unit\nm,B,0.6,1024,0.5,fraction\n")
    assert settings(found(path)[0]) == [{"Temperature": "0.6", "Budget": "1024"}]
    assert settings(found(path, "budget")[0]) == [{"Temperature": "0.6", "budget": "1024"}]


def test_secrets_are_left_out_and_of_long_values_a_digest_is_kept(tmp_path: Path) -> None:
    rows = [
        ROWS[0] | {"api_key": "hunter2", "note": "x" * 201, "key_bits": 4},
        ROWS[0] | {"api_key": "hunter3", "note": "short", "key_bits": 8},
    ]
    every, _ = found(put("jsonl", tmp_path, rows), "api_key", "note", "key_bits", "budget")
    assert settings(every) == [
        {"budget": "1024", "key_bits": "4", "note_digest": digest("x" * 201)},
        {"budget": "1024", "note": "short", "key_bits": "8"},
    ]


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_columns_that_could_be_settings_are_said_without_prose(form: str, tmp_path: Path) -> None:
    rows = [row | {"model": f"m-{at}", "prose": "x" * 90 + str(at)} for at, row in enumerate(ROWS)]
    (*_, last), _ = found(put(form, tmp_path, rows))
    assert list(last.unread) == ["color"]


HOSTILE = ["a; DROP TABLE loaded_run", "a'b", "$path", "{}", "%s", "ключ 值"]


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_a_hostile_name_is_only_a_name(form: str, tmp_path: Path) -> None:
    names = parse(",".join(HOSTILE))
    path = tmp_path / f"t.{form}"
    row: dict[str, Any] = {"model": "m", "benchmark": "B", "value": 0.5, "unit": "fraction"}
    row |= dict.fromkeys(HOSTILE, "1")
    if form == "csv":
        quoted = ['"' + name.replace('"', '""') + '"' for name in row]
        path.write_text(f"{','.join(quoted)}\n{','.join(map(str, row.values()))}\n")
    elif form == "jsonl":
        path.write_text(json.dumps(row) + "\n")
    else:
        listed = ", ".join('? AS "' + name.replace('"', '""') + '"' for name in row)
        with duckdb.connect() as connection:
            connection.execute(f"COPY (SELECT {listed}) TO '{path}'", list(row.values()))
    every, _ = found(path, *names, room=Room(tmp_path, lambda: None))
    assert settings(every) == [dict.fromkeys(HOSTILE, "1")]


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "\u202eb", "\x1b[31m", "x" * 65, "x" * 10_000])
def test_what_is_no_name_is_refused_and_never_proposed(name: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"expected names of at most 64 printable") as error:
        parse(f"budget,{name}")
    assert len(str(error.value)) < 200
    rows = [{f"settings.{name}": 1, name: value, "seed": value} for value in (1, 2)]
    every, _ = found(put("jsonl", tmp_path, [ROWS[0] | row for row in rows]))
    assert name not in {each for one in settings(every) for each in one}
    assert not {name, f"settings.{name}"} & set(every[-1].unread)


@pytest.mark.parametrize(
    ("text", "wrong"), [(",".join(f"s{n}" for n in range(33)), "33 names"), (" , ", "no name")]
)
def test_too_many_names_and_none_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(IngestError, match=wrong):
        parse(text)
