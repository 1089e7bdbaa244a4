"""Rows as JSON, Parquet and CSV: typed, whole, with where they come from, and no formula for a spreadsheet."""

import csv
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasonboard.export.parquet import parquet_chunks
from reasonboard.export.rows import Column, csv_lines, joined, json_chunks, of_database, type_of

COLUMNS = [Column("size (B)", "number"), Column("n", "integer"), Column('it\'s "odd"; é', "string"),
           Column("right", "boolean"), Column("never", "unknown")]  # fmt: skip
SAID = {"title": "It's “one” {x: 'y'}", "source": "C; DROP TABLE r --"}
ROW = st.tuples(
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.none() | st.integers(-(2**63), 2**63 - 1),
    st.none() | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    st.none() | st.booleans(),
    st.none(),
)


def from_json(rows: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(b"".join(json_chunks(SAID, ["n"], COLUMNS, rows)))
    return answer


def from_parquet(file: Path, rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    file.write_bytes(b"".join(parquet_chunks(SAID, COLUMNS, rows)))
    with duckdb.connect() as reader:
        return reader.execute("SELECT * FROM read_parquet($1)", [str(file)]).fetchall()


@given(st.lists(ROW, max_size=5))
def test_json_gives_every_value_back(rows: list[tuple[Any, ...]]) -> None:
    found = from_json(rows)
    assert [tuple(row.values()) for row in found["rows"]] == rows
    assert found["columns"][0] == {"name": "size (B)", "type": "number"}
    assert (found["provenance"], found["notices"]) == (SAID, ["n"])


@pytest.mark.parametrize("count", [0, 1, 499, 500, 501, 1500])
def test_json_is_whole_however_many_rows_there_are(count: int) -> None:
    rows = [(0.5, number, "x", True, None) for number in range(count)]
    assert [row["n"] for row in from_json(rows)["rows"]] == list(range(count))


@settings(max_examples=30)  # each writes a file and opens an engine to read it
@given(rows=st.lists(ROW, max_size=5))
def test_parquet_gives_every_value_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[Any, ...]]
) -> None:
    assert from_parquet(tmp_path_factory.mktemp("parquet") / "rows.parquet", rows) == rows


def test_parquet_is_typed_without_a_row_and_says_where_it_comes_from(tmp_path: Path) -> None:
    assert from_parquet(tmp_path / "rows.parquet", []) == []
    with duckdb.connect() as reader:
        file = [str(tmp_path / "rows.parquet")]
        described = reader.execute("DESCRIBE SELECT * FROM read_parquet($1)", file).fetchall()
        metadata = reader.execute(
            "SELECT decode(key), decode(value) FROM parquet_kv_metadata($1)", file
        ).fetchall()
    assert [one[0] for one in described] == [column.name for column in COLUMNS]
    assert [one[1] for one in described] == ["DOUBLE", "BIGINT", "VARCHAR", "BOOLEAN", "VARCHAR"]
    assert dict(metadata) == SAID


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    chunks = parquet_chunks(SAID, COLUMNS, [(0.5, 1, "x", True, None)])
    assert next(chunks).startswith(b"PAR1")
    chunks.close()  # type: ignore[attr-defined]  # as a server does whose client has gone
    assert list(tmp_path.iterdir()) == []


def test_a_type_is_that_of_all_values() -> None:
    assert type_of([None, 1, 2]) == "integer"
    assert type_of([1, 0.5, None]) == "number"
    assert type_of([True]) == "boolean"
    assert type_of(["x", 1]) == "string"
    assert type_of([None]) == "unknown"
    assert joined(["unknown", "integer"]) == "integer"
    assert [of_database(one) for one in ("DOUBLE", "HUGEINT", "INTEGER", "VARCHAR", "DATE")] == [
        "number", "integer", "integer", "string", "date",
    ]  # fmt: skip


def parsed(*rows: tuple[Any, ...]) -> list[list[str]]:
    return list(csv.reader(io.StringIO("".join(csv_lines(rows)), newline="")))


def test_numbers_stay_numbers_and_missing_is_empty() -> None:
    assert parsed((-0.5, 3, None, True)) == [["-0.5", "3", "", "True"]]


def test_texts_that_start_a_formula_are_defused() -> None:
    for text in (
        "=1+1",
        "@SUM(A1)",
        "+1",
        "-1",
        "\t=1",
        " =1",
        "＝1",
        "|cmd",
        " |x",
        "｜x",
        "\u200b=1",
        "\ufeff@x",
        "\xa0+1",
        "\0=1",
        "\x0b-1",
        "\u3000=1",
    ):
        assert parsed((text,))[0][0] == "'" + text


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        min_size=1,
        max_size=5,
    )
)
def test_texts_come_back_but_for_the_apostrophe(texts: list[str]) -> None:
    (row,) = parsed(tuple(texts)) or [[""]]
    assert [one.removeprefix("'") for one in row] == [text.removeprefix("'") for text in texts]


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_no_text_begins_with_the_sign_of_a_formula(text: str) -> None:
    rows = parsed((text, "end"))
    assert not rows[0][0].lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
