"""What files say of problems besides their texts: few short values are kept, by which answers are divided."""

import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest import item_fields
from reasonboard.ingest.extra_settings import ExtraSettings
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import inspect_ai, lm_eval, qwen_math, tables
from reasonboard.ingest.records import Found
from tests.ingest.readers.found import FILES, put_rows

NONE = ExtraSettings()


def fields_of(reader: ModuleType, path: Path, *named: str) -> Counter[str | None]:
    """How many answers have these fields."""
    file = File(path, extra_settings=ExtraSettings(frozenset(named)))
    runs = [each for each in reader.read(file) if isinstance(each, Found)]
    return Counter(sample.item_fields for each in runs for sample in each.samples)


def test_level_and_type_of_a_document_of_the_harness_are_kept() -> None:
    (path,) = FILES.glob("lm-eval/samples_math_perturbed_full*.jsonl")
    rows = [json.loads(line)["doc"] for line in path.read_text().splitlines()]
    (results,) = FILES.glob("lm-eval/*results*2026-01-21T03-44-18.458309.json")
    found = fields_of(lm_eval, results)
    assert {text and json.loads(text)["level"] for text in found} == {row["level"] for row in rows}
    assert {text and json.loads(text)["type"] for text in found} == {row["type"] for row in rows}


def test_metadata_of_a_sample_are_kept_where_the_load_names_them() -> None:
    (path,) = FILES.glob("inspect/*tiny-math*.json")
    samples = json.loads(path.read_text())["samples"]
    assert set(fields_of(inspect_ai, path)) == {None}
    found = fields_of(inspect_ai, path, "item.Subset")
    expected = Counter(json.dumps({"Subset": one["metadata"]["subset"]}) for one in samples)
    assert found.keys() == expected.keys()


def test_rows_of_qwen_math_say_it_beside_the_problem(tmp_path: Path) -> None:
    row = {
        "idx": 0,
        "pred": ["1"],
        "score": [True],
        "code": ["x"],
        "level": 5,
        "subject": "Algebra",
    }
    file = put_rows(tmp_path / "m" / "math" / "test_x.jsonl", row)
    assert fields_of(qwen_math, file.path) == {'{"level": "5", "subject": "Algebra"}': 1}


@pytest.mark.parametrize(
    ("column", "named", "kept"),
    [
        ("Level", (), {"level": "3"}),
        ("High-level domain", (), {"high_level_domain": "3"}),
        ("type", (), {"type": "3"}),
        ("item.depth", (), {"depth": "3"}),
        ("depth", ("item.depth",), {"depth": "3"}),
        ("depth", (), None),
        ("level", ("level",), None),
    ],
)
def test_columns_of_a_table_of_answers_are_fields_or_settings(
    tmp_path: Path, column: str, named: tuple[str, ...], kept: dict[str, str] | None
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"model,benchmark,item,correct,{column}\nm,B,q1,1,3\n")
    assert fields_of(tables, path, *named) == {json.dumps(kept) if kept else None: 1}


def test_a_column_of_a_table_of_answers_that_is_not_read_can_be_either(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("model,benchmark,item,correct,depth\nm,B,q1,1,3\nm,B,q2,1,4\n")
    (found,) = tables.read(File(path))
    assert isinstance(found, Found)
    assert list(found.unread.notes()) == [
        "not read: depth (keep with --settings depth; what is said of the problem as item.depth)"
    ]


@given(
    st.dictionaries(
        st.sampled_from(["level", "Type", "item.x", "other"]) | st.text(max_size=200),
        st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.lists(st.text()),
    )
)
def test_whatever_stands_there_only_few_short_values_are_kept(stated: dict[str, Any]) -> None:
    text = item_fields.kept(NONE, stated)
    kept = json.loads(text) if text else {}
    assert len(kept) <= item_fields.MOST
    assert all(value and len(value) <= item_fields.LONGEST for value in kept.values())
    assert all(value.isprintable() for value in kept.values())
    assert (text or "").encode().decode() == (text or "")
    assert "other" not in kept


def test_secrets_are_not_kept() -> None:
    assert item_fields.kept(NONE, {"level": "sk-abcdefghijklmnop1234"}) is None
    assert item_fields.kept(NONE, ["level"]) is None
