"""What files say of problems besides their texts: few short values are kept, by which answers are divided."""

import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.extra_settings import ExtraSettings
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers import qwen_math
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from reasonboard.ingest.readers.opencompass import reader as opencompass
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.readers.verl import reader as verl
from tests.ingest.readers.found import FILES, put_rows
from tests.ingest.readers.test_every_eval_ever import DOCUMENT as EVERY_EVAL_EVER
from tests.ingest.readers.test_every_eval_ever import write
from tests.ingest.readers.test_every_eval_ever_samples import ROWS, answers
from tests.ingest.readers.test_helm import FOLDER, folder
from tests.ingest.readers.test_lighteval import DOCUMENT, ONE, RIGHT, details, results, row

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


def test_what_a_lighteval_task_keeps_of_its_rows_is_kept(tmp_path: Path) -> None:
    specific = "{'level': 5, 'it''s': 'a', 'tests': ['x']}"
    rows = (
        row("a", RIGHT, "['x']", "[[7]]").replace("'query'", f"'specific': {specific}, 'query'"),
        row("b", RIGHT, "['x']", "[[7]]").replace("'query'", "'specific': NULL, 'query'"),
    )
    main = results(tmp_path, DOCUMENT)
    details(tmp_path, " UNION ALL ".join(rows))
    assert fields_of(lighteval, main.path) == {'{"level": "5"}': 1, None: 1}
    named = fields_of(lighteval, main.path, "item.it's", "item.tests")
    assert named == {'{"it\'s": "a", "level": "5"}': 1, None: 1}


@pytest.mark.parametrize("specific", ["NULL", "['a']", "'a'", "{}"])
def test_a_lighteval_task_that_keeps_no_fields_has_answers(tmp_path: Path, specific: str) -> None:
    main = results(tmp_path, DOCUMENT)
    given = "MAP {}" if specific == "{}" else specific
    details(tmp_path, ONE.replace("'query'", f"'specific': {given}, 'query'"))
    assert fields_of(lighteval, main.path) == {None: 1}


def test_metadata_of_every_eval_ever_are_kept(tmp_path: Path) -> None:
    rows = [ROWS[1] | {"metadata": {"subject": "algebra", "tags": "a, b"}}, ROWS[2]]
    answers(tmp_path, rows)
    document = write(tmp_path, EVERY_EVAL_EVER)
    assert fields_of(every_eval_ever, document.path) == {'{"subject": "algebra"}': 1, None: 1}


def test_what_a_reward_function_of_verl_says_of_a_problem_is_kept(tmp_path: Path) -> None:
    answer = {"input": "2+2?", "output": "4", "gts": "4", "score": 1.0, "step": 80}
    file = put_rows(tmp_path / "80.jsonl", answer | {"level": 2, "format": 1.0})
    assert fields_of(verl, file.path) == {'{"level": "2"}': 1}
    assert fields_of(verl, file.path, "item.format") == {'{"format": "1", "level": "2"}': 1}


def test_extra_data_and_sub_split_of_an_instance_of_helm_are_kept(tmp_path: Path) -> None:
    about = {"id": "id1", "sub_split": "toxic", "extra_data": {"category": "logic", "notes": {}}}
    state = {"instance": about, "train_trial_index": 0}
    parts = FOLDER | {"scenario_state.json": {"request_states": [state]}}
    file = folder(tmp_path, parts)
    found = fields_of(helm, file.path, "item.sub_split")
    assert '{"category": "logic", "sub_split": "toxic"}' in found


def test_the_subdivision_of_an_item_of_opencompass_is_kept(tmp_path: Path) -> None:
    names = ("algebra_0", "number_theory_12", "7")
    every = [{"example_abbr": name, "correct": [True]} for name in names]
    path = tmp_path / "results" / "m" / "math.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"accuracy": 100.0, "details": every}))
    expected = ['{"subdivision": "algebra"}', '{"subdivision": "number_theory"}', None]
    assert fields_of(opencompass, path) == Counter(expected)
