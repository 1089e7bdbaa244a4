"""Names that unite, names that stay apart, and what a run is called whose file names no model."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from reasonboard.ingest.formats.records import Found, Measurement, Run
from reasonboard.ingest.loading.load import alias
from reasonboard.ingest.names import aliases, infer, path_words
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.staging.rows import run_row
from reasonboard.web.loads import links
from tests.ingest.in_process import load_records
from tests.ingest.mine import Mine
from tests.ingest.readers.found import put


@cache
def empty_tables() -> duckdb.DuckDBPyConnection:
    """The tables of a snapshot without rows, made once: who writes rows has to roll them back."""
    connection = duckdb.connect()
    sql.run(connection, "schema")
    return connection


def united(
    runs: list[tuple[str, str]],
    known: dict[str, list[str]] | None = None,
    alias_names: dict[str, str] | None = None,
) -> dict[tuple[str, str], str]:
    """(load, name in the file) -> the name that is shown, beside a catalogue and aliases."""
    connection = empty_tables()
    connection.begin()
    try:
        for name, others in (known or {}).items():
            values = {
                "name": name,
                "aliases": others,
                "family": None,
                "params_b": None,
                "inferred": False,
            }
            sql.run(connection, "model", values)
        for raw, name in (alias_names or {}).items():
            connection.execute("INSERT INTO alias_model (raw, name) VALUES (?, ?)", [raw, name])
        for number, (load, raw) in enumerate(runs):
            path = raw.startswith("./")
            written = infer.Shown(raw, None) if path else infer.shown_name(raw)
            connection.execute(
                "INSERT INTO loaded_run (key, loaded_as, tool, raw_model, model, path, of_run, inferred) "
                "VALUES (?, ?, 't', ?, ?, ?, false, ?)",
                [str(number), load, raw, *written, ["model"] if path else []],
            )
        sql.run(connection, "model_names")
        rows = connection.execute("SELECT loaded_as, raw_model, name FROM shown_name").fetchall()
    finally:
        connection.rollback()
    return {(load, raw): name for load, raw, name in rows}


def shown(*names: str, **options: Any) -> list[str]:
    """The names under which these are shown, in their order."""
    found = united([("mine", name) for name in names], **options)
    return [found["mine", name] for name in names]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["gpt-4o-mini", "openai/gpt-4o-mini"], ["gpt-4o-mini"] * 2),
        (["openai/azure/gpt-4o-mini", "openrouter/openai/gpt-4o-mini:free"], ["gpt-4o-mini"] * 2),
        (
            ["Meta-Llama-3-8B-Instruct", "meta-llama/Meta-Llama-3-8B-Instruct"],
            ["meta-llama/Meta-Llama-3-8B-Instruct"] * 2,
        ),
        (
            ["vllm-0/Qwen/Qwen3-8B", "hosted_vllm/Qwen/Qwen3-8B", "together_ai/qwen/qwen3-8b", "hf/Qwen3-8B"],
            ["Qwen/Qwen3-8B"] * 4,
        ),
        (["ollama/llama3.1", "sglang-0/llama3.1"], ["llama3.1"] * 2),
        # Two makers: two models, and nobody knows whose the third is.
        (["a/m-7b", "b/m-7b", "m-7b"], ["a/m-7b", "b/m-7b", "m-7b"]),
        (["google/gemma-2b", "somebody/gemma-2b"], ["google/gemma-2b", "somebody/gemma-2b"]),
        (["a/m-7b", "A/M-7B"], ["A/M-7B"] * 2),
        # Two folders may have two models, however much they are called alike.
        (["/models/deepseek/x-7b", "/home/me/x-7b"], ["models/deepseek/x-7b", "home/me/x-7b"]),
        (["/ckpt/a/lr1/seed1", "/ckpt/a/lr2/seed1"], ["lr1/seed1", "lr2/seed1"]),
        (["ckpt/a/lr1/seed1", "ckpt/a/lr2/seed1", "ckpt/b/lr1/seed1"], ["a/lr1/seed1", "a/lr2/seed1", "b/lr1/seed1"]),
        (["C:\\runs\\a\\m-7b", "C:\\runs\\b\\m-7b"], ["a/m-7b", "b/m-7b"]),
        (["~/.cache/huggingface/hub/models--org--m-7b/snapshots/0a1b", "org/m-7b"], ["org/m-7b"] * 2),
        (["A/epoch_5", "B/epoch_5"], ["A/epoch_5", "B/epoch_5"]),
        (["/ckpts/A/epoch_5", "/ckpts/B/epoch_5"], ["A/epoch_5", "B/epoch_5"]),
        (["/gpfs/LLaMA/lm/huggingface/7B"], ["LLaMA/7B"]),
    ],
)  # fmt: skip
def test_spellings_of_a_model_are_one_and_two_makers_are_two(
    names: list[str], expected: list[str]
) -> None:
    assert shown(*names) == expected


def test_a_name_of_the_catalogue_is_that_of_its_maker_alone() -> None:
    known = {"pythia-70m": ["EleutherAI/pythia-70m"]}
    assert shown("EleutherAI/Pythia-70m", "pythia-70m", known=known) == ["pythia-70m"] * 2
    assert shown("other/pythia-70m", known=known) == ["other/pythia-70m"]
    assert shown("meta-llama/Llama-3.1-8B", known={"Llama-3.1-8B": []}) == ["Llama-3.1-8B"]


def test_a_short_name_of_a_source_is_not_that_of_a_maker() -> None:
    """The catalogue calls Qwen-2.5 7B also `qwen-7b`, as one source writes it; Qwen-7B is another model."""
    known = {"Qwen-2.5 7B": ["qwen-7b"]}
    assert shown("Qwen/Qwen-7B", known=known) == ["Qwen/Qwen-7B"]
    assert shown("qwen-7b", known=known) == ["Qwen-2.5 7B"]


def test_an_alias_undoes_a_union() -> None:
    names = ("gpt-4o-mini", "openai/gpt-4o-mini")
    assert shown(*names, alias_names={"gpt-4o-mini": "gpt-4o-mini"}) == [
        "gpt-4o-mini",
        "openai/gpt-4o-mini",
    ]
    assert shown(*names, alias_names={"gpt-4o-mini": "a copy"}) == ["a copy", "gpt-4o-mini"]


NAMES = st.builds(
    lambda route, maker, name: f"{route}{maker}{name}",
    st.sampled_from(["", "", "vllm-0/", "openrouter/", "hf/"]),
    st.sampled_from(["", "openai/", "org/", "Org/", "other/", "google/"]),
    st.sampled_from(["m-7b", "M-7B", "gpt-4o", "x"]),
)


@pytest.mark.long
@for_all(st.lists(NAMES, min_size=1, max_size=8, unique=True), st.randoms(use_true_random=False))
def test_neither_order_nor_a_second_load_changes_what_unites(names: list[str], chance: Any) -> None:
    runs = [("a", name) for name in names]
    first = united(runs)
    shuffled = [*runs]
    chance.shuffle(shuffled)
    assert united(shuffled) == first
    again = united([*runs, *(("b", name) for name in names)])
    assert {raw: name for (_, raw), name in again.items()} == {
        raw: name for (_, raw), name in first.items()
    }
    # What is shown is a name that stays what it is: applied once more it changes nothing.
    names_shown = set(first.values())
    assert set(united([("c", name) for name in names_shown]).values()) == names_shown
    makers: dict[str, set[str]] = {}
    for (_, raw), name in first.items():
        written = infer.shown_name(raw).name
        if "/" in written:
            makers.setdefault(name, set()).add(written.lower())
    assert all(len(one) == 1 for one in makers.values())


def test_what_no_file_names_is_called_after_its_load_and_what_tells_it_apart() -> None:
    assert shown("./u/results-x/A") == ["mine"]
    assert shown("./u/A/epoch_5", "./u/B/epoch_5") == ["mine · A", "mine · B"]
    assert shown("./A/epoch_5", "./A/epoch_6", "./B/epoch_5") == [
        "mine · A/epoch_5", "mine · A/epoch_6", "mine · B/epoch_5"
    ]  # fmt: skip
    assert shown("./A/x/A", "./x/A") == ["mine · A/x/A", "mine · x/A"]
    assert shown("./u/A", "./u/B", alias_names={"./u/A": "org/a-7b"}) == ["org/a-7b", "mine · B"]


@pytest.mark.parametrize(
    "name", ["7B", "epoch_5", "zero-shot", "sglang-0", "bias-evals", "results", "run-12"]
)
def test_a_folder_gives_no_name(name: str) -> None:
    assert infer.model_in(name) == ""


@pytest.mark.parametrize(
    ("name", "model", "shots"),
    [
        ("pythia-70m-0shot-global_step103000_2022-12-30", "pythia-70m", "0"),
        ("llama-7B_gsm8k_8-shot", "llama-7B", "8"),
        ("meta-llama__Meta-Llama-3-8B-Instruct", "meta-llama/Meta-Llama-3-8B-Instruct", None),
        ("Qwen2.5-Math-1.5B-Instruct-global_step_1000", "Qwen2.5-Math-1.5B-Instruct", None),
        ("open_llama_3b_v2", "open_llama_3b_v2", None),
    ],
)
def test_the_name_of_a_file_states_model_and_shots(
    name: str, model: str, shots: str | None
) -> None:
    assert (infer.model_in(name), path_words.shots_in([name])) == (model, shots)


def harness(mine: Mine, path: str, value: float, arguments: str = "", **config: Any) -> str:
    """A results file of lm-evaluation-harness before 0.4, which states no more than its arguments."""
    document = {
        "results": {"piqa": {"acc": value}}, "versions": {"piqa": 0}, "config": {"model_args": arguments} | config,
    }  # fmt: skip
    return mine.table(json.dumps(document), path)


RUNS = "SELECT model, step, settings['num_fewshot'], round(value, 2) FROM result WHERE source = 'mine' ORDER BY ALL"


def test_a_file_name_gives_model_shots_and_step(mine: Mine) -> None:
    for step in (103000, 143000):
        harness(mine, f"evals/zero-shot/pythia-9m-0shot-global_step{step}_2022.json", step / 1e6)
    report = mine.load(str(mine.folder / "evals"))
    assert report.unnamed == []
    assert mine.query(RUNS) == [("pythia-9m", 103000, "0", 0.1), ("pythia-9m", 143000, "0", 0.14)]
    assert mine.query("SELECT DISTINCT iteration FROM result WHERE source = 'mine'") == [(None,)]
    inferred = mine.query("SELECT DISTINCT inferred FROM loaded_run")
    assert inferred == [(["model", "num_fewshot", "step", "params_b", "family"],)]


def test_runs_without_a_model_are_kept_apart_and_the_report_asks_for_it(mine: Mine) -> None:
    harness(mine, "evals/A/epoch_5/results.json", 0.5)
    harness(mine, "evals/B/epoch_5/results.json", 0.6)
    report = mine.load(str(mine.folder / "evals"))
    assert report.unnamed == ["mine · A", "mine · B"]
    assert mine.query(RUNS) == [("mine · A", None, None, 0.5), ("mine · B", None, None, 0.6)]
    again = mine.load(str(mine.folder / "evals"))
    assert (again.read, again.unnamed) == (0, [])
    alias(mine.data, mine.store, aliases.Aliases({"mine · A": {"name": "org/a-7b", "params_b": 7}}))
    assert [row[0] for row in mine.query(RUNS)] == ["mine · B", "org/a-7b"]


def test_a_server_is_no_model(mine: Mine) -> None:
    mine.load(harness(mine, "evals/x/results.json", 0.5, "pretrained=vllm-0"))
    assert [row[0] for row in mine.query(RUNS)] == ["mine"]


def test_a_maker_in_a_table_is_a_model(mine: Mine) -> None:
    path = mine.folder / "t.csv"
    path.write_text(
        "model,benchmark,accuracy,n\nDeepSeek,GSM8K,91.2,1319\nCohere,GSM8K,80.5,1319\n"
    )
    assert mine.load(str(path)).unnamed == []
    assert [row[0] for row in mine.query(RUNS)] == ["Cohere", "DeepSeek"]


def test_two_folders_with_a_model_of_one_name_are_told_apart(mine: Mine) -> None:
    mine.load(
        harness(mine, "a.json", 0.5, "pretrained=/ckpt/A/my-7b"),
        harness(mine, "b.json", 0.6, "pretrained=/ckpt/B/my-7b"),
    )
    assert [row[0] for row in mine.query(RUNS)] == ["A/my-7b", "B/my-7b"]
    names = "SELECT DISTINCT name_from FROM loaded_summary"
    assert mine.query(names) == [("with the folders that tell it from others",)]


def test_two_folders_that_read_as_one_model_are_told_apart(mine: Mine) -> None:
    harness(mine, "evals/plum-7b_lr1e-5/results.json", 0.5)
    harness(mine, "evals/plum-7b_lr1e-6/results.json", 0.6)
    mine.load(str(mine.folder / "evals"))
    assert [row[0] for row in mine.query(RUNS)] == [
        "plum-7b · from plum-7b_lr1e-5", "plum-7b · from plum-7b_lr1e-6"
    ]  # fmt: skip


def test_numbered_folders_of_runs_without_a_model_are_told_apart(mine: Mine) -> None:
    for number in (17, 18):
        harness(mine, f"sweep/{number}/results.json", number / 100)
    mine.load(str(mine.folder / "sweep"))
    assert [row[0] for row in mine.query(RUNS)] == ["mine · 17", "mine · 18"]


def test_the_list_of_runs_says_how_a_name_came_about(mine: Mine) -> None:
    mine.load(
        harness(mine, "a.json", 0.5, "pretrained=vllm-0/Qwen/Qwen3-8B"),
        harness(mine, "b.json", 0.6, "pretrained=gpt-x"),
        harness(mine, "c.json", 0.7, "pretrained=openai/gpt-x"),
    )
    assert mine.query(
        "SELECT raw_model, loaded_summary.model, name_from FROM loaded_summary JOIN loaded_run ON key = run ORDER BY 1"
    ) == [
        ("gpt-x", "gpt-x · by its bare name", "united with 1 other spelling"),
        ("openai/gpt-x", "gpt-x · from openai", "united with 1 other spelling"),
        ("vllm-0/Qwen/Qwen3-8B", "Qwen/Qwen3-8B", "without route, folders and step"),
    ]


@pytest.mark.parametrize(
    ("model", "key"),
    [
        ("org/my-7b", "4d9d311e"),
        ("/x/y/my-7b-global_step_40", "18105aa2"),
        ("vllm-0/Qwen/Qwen3-8B", "e805074f"),
    ],
)
def test_the_key_of_a_run_is_the_same_everywhere(model: str, key: str, tmp_path: Path) -> None:
    """Parts that other machines wrote are merged by it: a change of it has to be meant."""
    run = Run("table", model, iteration=0, settings={"b": "1"}, hints=("step3",))
    assert run_row(run, put(tmp_path / "x.csv", "x"))["key"] == key


@pytest.mark.long
def test_a_benchmark_is_a_mean_over_others_where_all_that_is_loaded_of_it_is_one(
    mine: Mine,
) -> None:
    for name, aggregate in (("first", True), ("second", False)):
        numbers = [
            Measurement("both", "acc", 0.5, "fraction", "x", aggregate=aggregate),
            Measurement("mean", "acc", 0.5, "fraction", "y", aggregate=True),
        ]
        load_records(mine.data, mine.store, [Found(Run("tool", f"org/{name}"), numbers)], name)
    rows = mine.query_tables(
        "SELECT name, aggregate FROM benchmark WHERE name IN ('both', 'mean') ORDER BY 1"
    )
    assert rows == [("both", False), ("mean", True)]


def test_the_names_of_runs_keep_their_slashes(mine: Mine) -> None:
    """The columns of a chart of W&B: two runs that differ in the middle of their names."""
    runs = (
        "math/lr1e-5/seed1", "math/lr1e-6/seed1", "17/04/2025_a", "18/04/2025_a", "seed1", "from-step100",
        "from-step200",
    )  # fmt: skip
    header = ",".join(
        f'"{run} - val/acc","{run} - val/acc__MIN","{run} - val/acc__MAX"' for run in runs
    )
    rows = [
        f"{step},"
        + ",".join(f"{step / 1000 + at / 100}" for at in range(len(runs)) for _ in range(3))
        for step in (0, 100)
    ]
    report = mine.load(mine.table(f'"Step",{header}\n' + "\n".join(rows) + "\n", "chart.csv"))
    query = "SELECT model, step, count(*), round(min(value), 2) FROM result WHERE source = 'mine' GROUP BY ALL"
    assert sorted(mine.query(query)) == sorted(
        (run, step, 1, round(step / 1000 + at / 100, 2))
        for at, run in enumerate(runs)
        for step in (0, 100)
    )
    assert ("Explore", "/explore?source=mine") in links(report, "/")


def test_a_maker_whose_models_are_called_step_has_no_training(mine: Mine) -> None:
    names = (
        "stepmaker/step-2-16k-202411",
        "stepmaker/step-3",
        "stepmaker/step-1-8k",
        "lab/plum-7b_step300",
    )
    rows = "".join(f"{name},MATH500,0.{at}1,500\n" for at, name in enumerate(names, 1))
    mine.load(mine.table("model,benchmark,accuracy,n\n" + rows), unit="fraction")
    query = "SELECT model, step FROM result WHERE source = 'mine' ORDER BY value"
    assert mine.query(query) == [(name, None) for name in names[:3]] + [("lab/plum-7b", 300)]


def test_a_row_of_a_table_in_brackets_keeps_its_name(mine: Mine) -> None:
    names = (
        "Ours (step 200)",
        "Ours (step 400)",
        "a/lr1/seed1",
        "a/lr2/seed1",
        "/ckpt/a/m-7b",
        "/ckpt/b/m-7b",
    )
    rows = "".join(f"{name},X,0.{at}1,500\n" for at, name in enumerate(names, 1))
    mine.load(mine.table("model,benchmark,accuracy,n\n" + rows), unit="fraction")
    query = "SELECT model, step FROM result WHERE source = 'mine' ORDER BY value"
    assert mine.query(query) == [
        ("Ours", 200), ("Ours", 400), ("a/lr1/seed1", None), ("a/lr2/seed1", None), ("a/m-7b", None), ("b/m-7b", None)
    ]  # fmt: skip
