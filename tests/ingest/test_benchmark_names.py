"""What loads call one benchmark unites, what a file tells apart stays apart, and a person has the last word."""

import csv
import shutil

import duckdb
import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.formats.records import Found, Measurement, Run, Sample
from reasonboard.ingest.loading.load import alias, remove
from reasonboard.ingest.names.aliases import Aliases
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import snapshots
from tests.ingest.in_process import load_records
from tests.ingest.loads import differences
from tests.ingest.mine import Mine

HEADER = "model,benchmark,metric,value,unit\n"
NAMED = "SELECT benchmark, benchmark_written FROM result WHERE source LIKE 'mine%' ORDER BY ALL"


def table(mine: Mine, *rows: str, name: str = "scores.csv") -> str:
    return mine.table(HEADER + "".join(f"{row}\n" for row in rows), name)


def test_spellings_and_ways_to_measure_are_one_benchmark(mine: Mine) -> None:
    rows = ("a-7b,aime_2024,accuracy,40,percent", "b-7b,AIME24 (avg@32),accuracy,30,percent")
    mine.load(table(mine, *rows, "c-7b,GPQA-D,pass@1,20,percent"))
    columns = "model, benchmark, benchmark_written, metric, n_repeats"
    query = f"SELECT {columns} FROM result WHERE source = 'mine' ORDER BY ALL"
    assert mine.query(query) == [
        ("a-7b", "AIME24", "aime_2024", "accuracy", None),
        ("b-7b", "AIME24", "AIME24 (avg@32)", "avg@32", 32),
        ("c-7b", "GPQA-Diamond", "GPQA-D", "pass@1", None),
    ]
    proportions = "SELECT name, higher_is_better, proportion FROM metric WHERE name = 'avg@32'"
    assert mine.query(proportions) == [("avg@32", True, True)]


def test_a_score_that_says_how_it_was_measured_keeps_its_metric(mine: Mine) -> None:
    mine.load(
        table(
            mine,
            "a-7b,AIME24 (avg@32),pass@1,40,percent",
            "a-7b,AIME24 (avg@32),token_length,900,tokens",
        )
    )
    query = "SELECT metric, n_repeats FROM result WHERE source = 'mine' ORDER BY ALL"
    assert mine.query(query) == [("pass@1", 32), ("token_length", 32)]


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_names_that_no_catalogue_has_unite_over_loads_as_if_all_were_made_anew(mine: Mine) -> None:
    mine.load(table(mine, "a-7b,my_bench,accuracy,40,percent"), name="mine-1")
    mine.load(table(mine, "b-7b,My Bench,accuracy,30,percent", name="b.csv"), name="mine-2")
    assert mine.query(NAMED) == [("My Bench", "my_bench"), ("My Bench", None)]
    grown = snapshots.current(shutil.copytree(mine.store, mine.folder / "grown"))
    rebuild(mine.data, mine.store)
    assert differences(grown.path, mine.version().path) == []
    remove(mine.data, mine.store, ["mine-2"])
    assert mine.query(NAMED) == [("my_bench", None)]


def test_what_one_file_tells_apart_stays_apart(mine: Mine) -> None:
    """The harness has two tasks of the 500 problems, with other prompts: their numbers are two."""
    mine.load(
        table(
            mine,
            "a-7b,minerva_math500,accuracy,40,percent",
            "a-7b,hendrycks_math500,accuracy,50,percent",
            "a-7b,gsm8k,accuracy,60,percent",
            "a-7b,gsm8k_cot_llama,accuracy,70,percent",
        )
    )
    assert mine.query(NAMED) == [
        ("GSM8K", "gsm8k"),
        ("gsm8k_cot_llama", None),
        ("hendrycks_math500", None),
        ("minerva_math500", None),
    ]
    mine.load(table(mine, "b-7b,minerva_math500,accuracy,40,percent", name="b.csv"), name="mine-2")
    assert ("MATH500", "minerva_math500") in mine.query(NAMED)


def test_shots_and_prompts_in_a_name_are_settings_of_a_run_of_their_own(mine: Mine) -> None:
    mine.load(
        table(
            mine,
            "a-7b,gsm8k,exact_match,40,percent",
            "a-7b,gsm8k_cot,exact_match,50,percent",
            "a-7b,MMLU (5-shot),accuracy,60,percent",
            "a-7b,piqa,acc,70,percent",
        )
    )
    query = "SELECT model, benchmark, value, settings::TEXT FROM result WHERE source = 'mine' ORDER BY benchmark, value"
    assert mine.query(query) == [
        ("a-7b · prompt not stated", "GSM8K", 0.4, "{}"),
        ("a-7b · prompt cot", "GSM8K", 0.5, "{prompt=cot}"),
        ("a-7b · prompt not stated", "MMLU", 0.6, "{num_fewshot=5}"),
        ("a-7b · prompt not stated", "piqa", 0.7, "{}"),
    ]
    inferred = "SELECT DISTINCT unnest(inferred) FROM loaded_run ORDER BY 1"
    assert mine.query(inferred) == [("family",), ("num_fewshot",), ("params_b",), ("prompt",)]


def test_settings_that_the_file_states_count_before_those_in_a_name(mine: Mine) -> None:
    settings = {"num_fewshot": "8", "task_version[gsm8k]": "1", "task_version[gsm8k_cot]": "3"}
    numbers = [
        Measurement(name, "exact_match", 0.5, "fraction", "x")
        for name in ("gsm8k", "gsm8k_cot", "MMLU (5-shot)")
    ]
    load_records(mine.data, mine.store, [Found(Run("t", "a", settings=settings), numbers)], "mine")
    query = "SELECT DISTINCT settings::TEXT FROM result WHERE source = 'mine' ORDER BY 1"
    assert mine.query(query) == [
        ("{num_fewshot=8, 'task_version[gsm8k]'=1}",),
        ("{num_fewshot=8, prompt=cot, 'task_version[gsm8k_cot]'=3}",),
    ]


def test_answers_go_with_the_number_of_their_benchmark(mine: Mine) -> None:
    samples = [
        Sample(name, f"item {item}", 0, float(item < right))
        for name, right in (("gsm8k_cot", 3), ("AIME24 (maj@8)", 1))
        for item in range(4)
    ]
    load_records(mine.data, mine.store, [Found(Run("t", "a"), (), samples)], "mine")
    query = "SELECT benchmark, metric, value, n_items, settings::TEXT FROM result WHERE source = 'mine' ORDER BY ALL"
    assert mine.query(query) == [
        ("AIME24", "maj@8", 0.25, 4, "{}"),
        ("GSM8K", "accuracy", 0.75, 4, "{prompt=cot}"),
    ]
    joined = "SELECT benchmark, metric, count(*) FROM result JOIN answer USING (run, benchmark, metric) GROUP BY ALL"
    assert sorted(mine.query(joined)) == [("AIME24", "maj@8", 4), ("GSM8K", "accuracy", 4)]


def test_a_table_that_is_read_at_once_has_these_settings_too(mine: Mine) -> None:
    path = mine.folder / "scores.parquet"
    rows = "('a-7b', 'gsm8k_cot', 0.5, 'fraction'), ('a-7b', 'gsm8k', 0.4, 'fraction')"
    rows += ", ('b-7b', 'aime_2024', 0.3, 'fraction')"
    duckdb.connect().execute(
        f"COPY (SELECT * FROM (VALUES {rows}) AS row(model, benchmark, value, unit)) TO '{path}'"
    )
    mine.load(str(path))
    query = "SELECT model, benchmark, value, settings::TEXT FROM result WHERE source = 'mine' ORDER BY value"
    assert mine.query(query) == [
        ("b-7b", "AIME24", 0.3, "{}"),
        ("a-7b · prompt not stated", "GSM8K", 0.4, "{}"),
        ("a-7b · prompt cot", "GSM8K", 0.5, "{prompt=cot}"),
    ]


@pytest.mark.long
def test_an_alias_of_a_person_wins_over_the_catalogue(mine: Mine) -> None:
    rows = ("a-7b,aime_2024,accuracy,40,percent", "a-7b,GPQA-D,accuracy,30,percent")
    mine.load(table(mine, *rows, "b-7b,Own-1,accuracy,20,percent"))
    said = {
        "aime_2024": "AIME 2024",
        "GPQA-Diamond": "GPQA here",
        "Own-1": "MATH500",
        "nothing": "x",
    }
    lines = alias(mine.data, mine.store, Aliases({"no-model": {"name": "y"}}, said))
    assert lines == [
        "No loaded run has a model no-model: `reasonboard names` lists how files write them.",
        "No loaded run has a benchmark nothing: `reasonboard names` lists how files write them.",
    ]
    assert mine.query(NAMED) == [
        ("AIME 2024", "aime_2024"), ("GPQA here", "GPQA-D"), ("MATH500", "Own-1")
    ]  # fmt: skip
    assert alias(mine.data, mine.store, Aliases({}, {"GPQA-D": "MATH500"})) == []
    assert mine.query(NAMED) == [("AIME24", "aime_2024"), ("MATH500", "GPQA-D"), ("Own-1", None)]


def test_how_each_name_came_about_can_be_read(mine: Mine) -> None:
    rows = (
        "a-7b,aime_2024,acc,40,percent",
        "a-7b,own_cot,acc,1,percent",
        "a-7b,Other-1,acc,2,percent",
    )
    said = Aliases({}, {"Other-1": "Mine"})
    mine.load(
        table(mine, *rows, "b-7b,other,acc,2,percent", "b-7b,Other,acc,3,percent"), aliases=said
    )
    assert mine.query("SELECT raw, name, name_from FROM loaded_benchmark_name ORDER BY raw") == [
        ("Other", "Other", "kept: a run has another number for the same benchmark"),
        ("Other-1", "Mine", "as an alias says"),
        ("aime_2024", "AIME24", "as in the catalog"),
        ("other", "other", "kept: a run has another number for the same benchmark"),
        ("own_cot", "own", "without the way to measure"),
    ]


def test_the_command_lists_the_names_of_loads_and_those_of_sources_that_differ(
    mine: Mine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.load(table(mine, "lab/a-7b_step300,aime_2024,accuracy,40,percent"))
    monkeypatch.setenv("REASONBOARD_STORE", str(mine.store))
    assert cli.main(["names"]) == 0
    rows = list(csv.reader(capsys.readouterr().out.splitlines()))
    assert rows[0] == ["what", "name", "in the file", "source", "how"]
    assert ["benchmark", "AIME24", "aime_2024", "mine", "as in the catalog"] in rows
    assert [
        "model",
        "lab/a-7b",
        "lab/a-7b_step300",
        "mine",
        "without route, folders and step",
    ] in rows
