"""Runs of one model and benchmark that differ in their settings are told apart by name."""

import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.store import snapshots
from reasonboard.studies import STUDIES
from tests.ingest.mine import Mine

SCALE = next(study for study in STUDIES if study.path == "scale-progress")
CELLS = (
    "SELECT model, family, step, round(value, 2), len(locators) FROM cell WHERE source = 'mine' AND benchmark = 'piqa' "
    "ORDER BY model, step"
)

NUMBERS = (
    "SELECT model, value, settings FROM result "
    "WHERE source = 'mine' AND metric IN ('acc', 'accuracy', 'exact_match')"
)

NAMES = "SELECT model FROM run JOIN source ON source.id = source WHERE title = 'mine'"


def results(
    mine: Mine, name: str, value: float, step: int, model: str = "my-1b", **config: Any
) -> str:
    """A results file of lm-evaluation-harness, of one task."""
    path = mine.folder / f"{name}.json"
    document = {
        "results": {"piqa": {"acc,none": value}},
        "configs": {"piqa": {}},
        "n-samples": {"piqa": {"effective": 1838}},
        "config": {"model_args": f"pretrained={model},revision=step{step}"} | config,
        "model_name": model,
    }
    path.write_text(json.dumps(document))
    return str(path)


def test_shots_are_told_apart_by_name_and_along_the_whole_curve(mine: Mine) -> None:
    """Of step 1000 both are there: step 2000, of which there is one, belongs to its curve."""
    mine.load(
        results(mine, "a", 0.5, 1000, num_fewshot=0, batch_size=8),
        results(mine, "b", 0.6, 1000, num_fewshot=5, batch_size=16),
        results(mine, "c", 0.7, 2000, num_fewshot=5, batch_size=8),
    )
    found = mine.query(CELLS)
    assert [row[0] for row in found] == ["my-1b · 0-shot", "my-1b · 5-shot", "my-1b · 5-shot"]
    assert [row[2:] for row in found] == [(1000, 0.5, 1), (1000, 0.6, 1), (2000, 0.7, 1)]
    assert len({row[1] for row in found}) == 2
    assert mine.query(
        "SELECT DISTINCT params_b FROM run JOIN model ON name = model WHERE source = 'mine'"
    ) == [(1.0,)]


@pytest.mark.usefixtures("studies_made")
def test_they_can_be_filtered_and_no_panel_mixes_them(mine: Mine) -> None:
    mine.load(
        *(
            results(mine, f"{shots} {step}", 0.5 + step / 10_000, step, num_fewshot=shots)
            for shots in (0, 5)
            for step in (1000, 2000)
        )
    )
    snapshots.use(mine.store)
    values, _ = SCALE.clean({"source": "mine"})
    control = {one.name: one for one in SCALE.controls}
    families = [choice.value for choice in control["family"].options(values)]
    assert [name.rpartition(" · ")[2] for name in families] == ["0-shot", "5-shot"]
    for family in families:
        values, notices = SCALE.clean({"source": "mine", "family": family})
        assert notices == {}
        (row,) = SCALE.rows("grid", values)
        assert row["model"] == f"my-1b · {family.rpartition(' · ')[2]}"
        assert row["checkpoint"] == ["1000", "2000"]


def test_a_known_model_keeps_its_family_and_size(mine: Mine) -> None:
    """The catalogue knows it under its own name."""
    mine.load(
        results(mine, "a", 0.5, 1000, "EleutherAI/pythia-1.4b", num_fewshot=0),
        results(mine, "b", 0.6, 1000, "EleutherAI/pythia-1.4b", num_fewshot=5),
    )
    assert mine.query(
        "SELECT name, family, params_b FROM model WHERE name LIKE '%shot' ORDER BY name"
    ) == [
        ("pythia-1.4b · 0-shot", "Pythia · 0-shot", 1.4),
        ("pythia-1.4b · 5-shot", "Pythia · 5-shot", 1.4),
    ]


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ({"num_fewshot": 5}, {"num_fewshot": 5}, {"my-1b"}),
        (
            {"limit": 10, "batch_size": 8},
            {"limit": 20, "batch_size": 16},
            {"my-1b · limit 10", "my-1b · limit 20"},
        ),
        ({}, {"num_fewshot": 5}, {"my-1b · num_fewshot not stated", "my-1b · 5-shot"}),
    ],
)
def test_the_shortest_setting_that_differs_is_the_name(
    mine: Mine, first: dict[str, Any], second: dict[str, Any], names: set[str]
) -> None:
    same = first == second
    mine.load(
        results(mine, "a", 0.5, 1000, **first),
        results(mine, "b", 0.5, 2000 if same else 1000, **second),
    )
    assert {row[0] for row in mine.query(NAMES)} == names


def test_what_no_setting_alone_tells_apart_is_named_by_the_few_that_do(mine: Mine) -> None:
    """Known settings go first: the fourth, with which three of them differ, is not needed."""
    several = [(0, 0.0, "a"), (0, 0.6, "b"), (5, 0.0, "c")]
    mine.load(
        *(
            results(
                mine,
                f"{shots} {heat}",
                0.5,
                1000,
                num_fewshot=shots,
                temperature=heat,
                odd=odd,
                same="x",
            )
            for shots, heat, odd in several
        )
    )
    assert {row[0] for row in mine.query(NAMES)} == {
        f"my-1b · {shots}-shot, temperature {heat}" for shots, heat, _ in several
    }


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({"seed_x": 1, "temperature": 0.0}, {"seed_x": 2, "temperature": 0.6}, "temperature"),
        ({"quantization": "awq", "zz": 1}, {"quantization": "fp8", "zz": 2}, "quantization"),
        ({"model_args": "pretrained=my-1b,revision=a"}, {"model_args": "pretrained=my-1b,revision=b"}, "revision"),
        ({"system_prompt": "x" * 300}, {"system_prompt": "y" * 300}, "system prompt"),
        ({"system_prompt": f"{'x' * 100} a"}, {"system_prompt": f"{'x' * 100} b"}, "system_prompt"),
        ({"fewshot_seed": 1}, {"fewshot_seed": 2}, "fewshot_seed"),
    ],
)  # fmt: skip
def test_two_runs_that_differ_in_a_setting_are_never_one(
    first: dict[str, Any], second: dict[str, Any], words: str, mine: Mine
) -> None:
    mine.load(results(mine, "a", 0.5, 1000, **first), results(mine, "b", 0.6, 1000, **second))
    names = [
        str(row[0])
        for row in mine.query(f"SELECT DISTINCT model, value FROM ({NUMBERS}) ORDER BY value")
    ]
    assert len(set(names)) == 2
    assert all(name.startswith(f"my-1b · {words} ") for name in names)


def test_runs_that_differ_in_what_cannot_matter_are_two_of_one_model(mine: Mine) -> None:
    """With numbers a little apart, as other batch sizes give: neither is refused for the other."""
    paths = [
        results(mine, str(size), 0.5 + size / 1000, 1000, batch_size=size, device="cuda")
        for size in (8, 16)
    ]
    assert mine.load(*paths).runs == 2
    assert {row[0] for row in mine.query(NAMES)} == {"my-1b"}


def test_versions_alone_make_no_model_of_their_own(mine: Mine) -> None:
    """They are listed where two runs are compared; a digest of a task's prompts does make one."""
    paths = [results(mine, name, 0.5, 1000) for name in "ab"]
    for version, path in enumerate(paths):
        document = json.loads(Path(path).read_text())
        document |= {"transformers_version": f"4.{version}", "git_hash": f"abc{version}"}
        Path(path).write_text(json.dumps(document))
    mine.load(*paths)
    assert {row[0] for row in mine.query(NAMES)} == {"my-1b"}
    assert mine.query("SELECT DISTINCT settings['transformers_version'] FROM run WHERE source = 'mine' ORDER BY 1") == [
        ("4.0",), ("4.1",)
    ]  # fmt: skip


def test_a_budget_that_only_the_task_states_tells_runs_apart(mine: Mine) -> None:
    """As lm-evaluation-harness writes it, with and without --settings: no file lacks it."""
    paths = []
    for budget, value in ((500, 0.41), (2000, 0.55), (8000, 0.63)):
        path = results(mine, f"b{budget}", value, 1000)
        document = json.loads(Path(path).read_text())
        document["configs"] = {
            "piqa": {"generation_kwargs": {"max_gen_toks": 16384, "max_tokens_thinking": budget}}
        }
        Path(path).write_text(json.dumps(document))
        paths.append(path)
    report = mine.load(*paths, extra_settings=frozenset({"max_tokens_thinking"}))
    assert report.settings == {"max_tokens_thinking"}
    assert mine.load(*paths).changed is False
    assert mine.query(f"SELECT model, settings['max_tokens_thinking'], value FROM ({NUMBERS}) ORDER BY value") == [
        (f"my-1b · max_tokens_thinking {budget}", str(budget), value)
        for budget, value in ((500, 0.41), (2000, 0.55), (8000, 0.63))
    ]  # fmt: skip


def test_settings_of_another_task_tell_no_runs_of_this_one_apart(mine: Mine) -> None:
    """One file has two tasks that differ in their limit, the other one alone, with the same limit for it."""
    one, both = (results(mine, name, 0.5, 1000) for name in "ab")
    document = json.loads(Path(one).read_text())
    limits = {"piqa": 256, "sciq": 512}
    for path, tasks in ((one, ["piqa"]), (both, ["piqa", "sciq"])):
        document["results"] = {task: {"acc,none": 0.5} for task in tasks}
        document["configs"] = {
            task: {"generation_kwargs": {"max_gen_toks": limits[task]}} for task in tasks
        }
        Path(path).write_text(json.dumps(document))
    mine.load(one, both)
    assert {row[0] for row in mine.query(NAMES)} == {"my-1b"}


def test_conditions_that_are_no_axis_go_into_a_name_before_settings(mine: Mine) -> None:
    """As settings do, they name the runs of a whole curve."""
    runs = [(0, 100, 0), (0, 100, 5), (0, 1000, 0), (10, 100, 0), (20, 1000, 5)]
    rows = [
        {
            "model": "my-7b",
            "benchmark": "B",
            "iteration": iteration,
            "train_samples": samples,
            "num_fewshot": shots,
            "value": 0.5 + at / 100,
            "unit": "fraction",
        }
        for at, (iteration, samples, shots) in enumerate(runs)
    ]
    mine.load(mine.table("".join(f"{json.dumps(row)}\n" for row in rows), "t.jsonl"))
    assert mine.query(f"SELECT model, value FROM ({NUMBERS}) ORDER BY value") == [
        (f"my-7b · {samples} samples, {shots}-shot", 0.5 + at / 100)
        for at, (_, samples, shots) in enumerate(runs)
    ]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_runs_of_a_model_that_servers_answered_are_told_apart(form: str, mine: Mine) -> None:
    """One table with the server before the name: each is a run of its own, numbered servers, too."""
    servers = ["sglang-0/", "sglang-1/", "vllm-0/", "vllm-7/", ""]
    rows = [
        {
            "model": f"{server}org/m-7b",
            "benchmark": "B",
            "value": 0.5 + at / 100,
            "unit": "fraction",
        }
        for at, server in enumerate(servers)
    ]
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    if form == "csv":
        text = "\n".join([",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)])
    mine.load(mine.table(text, f"t.{form}"))
    assert mine.query(f"SELECT model, value FROM ({NUMBERS}) ORDER BY value") == [
        *(
            (f"org/m-7b · from {server[:-1]}", 0.5 + at / 100)
            for at, server in enumerate(servers[:-1])
        ),
        ("org/m-7b · by its bare name", 0.54),
    ]


def collected(mine: Mine, *between: str) -> str:
    """The metrics of runs of one model in one file, by their paths, as Qwen2.5-Math collects them."""
    metrics = {"num_samples": 100, "num_scores": 100}
    name = "test_cot_-1_seed0_t0.0_s0_e-1_metrics.json"
    document = {
        f"out/{part}/aime24/{name}": metrics | {"acc": 50.0 + at} for at, part in enumerate(between)
    }
    return mine.table(json.dumps(document), "collected_data.json")


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["org/m-7b/sglang-0", "org/m-7b/vllm-7"], ["from sglang-0", "from vllm-7"]),
        (["sglang-0/m-7b", "vllm-7/m-7b"], ["from sglang-0", "from vllm-7"]),
        (["a/m-7b/x", "a/m-7b/y", "b/m-7b/x"], ["from a/x", "from a/y", "from b/x"]),
        (["m-7b", "m-7b/second"], ["by its bare name", "from second"]),
    ],
)
def test_what_a_path_has_beside_the_model_tells_runs_of_one_file_apart(
    paths: list[str], names: list[str], mine: Mine
) -> None:
    path = collected(mine, *paths)
    assert mine.load(path).runs == len(paths)
    assert mine.query(f"SELECT model, round(value, 2) FROM ({NUMBERS}) ORDER BY value") == [
        (f"m-7b · {name}", round(0.5 + at / 100, 2)) for at, name in enumerate(names)
    ]
    assert mine.load(path).changed is False


def test_repeats_with_other_seeds_stay_one_model_whatever_their_folders(mine: Mine) -> None:
    metrics = {"num_samples": 100, "num_scores": 100}
    document = {
        f"m-7b/seed{seed}/aime24/test_cot_-1_seed{seed}_t0.6_s0_e-1_metrics.json": metrics
        | {"acc": 50.0 + seed}
        for seed in (1, 2, 3)
    }
    mine.load(mine.table(json.dumps(document), "collected_data.json"))
    assert mine.query("SELECT model, value, len(repeat_runs) FROM cell WHERE source = 'mine'") == [
        ("m-7b", 0.52, 3)
    ]


def test_the_steps_of_a_training_in_folders_are_one_curve(mine: Mine) -> None:
    mine.load(collected(mine, "m-7b/global_step_20", "m-7b/global_step_40"))
    assert mine.query("SELECT DISTINCT model, step FROM result WHERE source = 'mine' ORDER BY 2") == [
        ("m-7b", 20), ("m-7b", 40)
    ]  # fmt: skip


@pytest.mark.usefixtures("studies_made")
def test_a_family_of_interventions_does_not_open_first(mine: Mine) -> None:
    mine.load(
        *(
            results(mine, f"{model} {step}", 0.5, step, f"pythia-{model}-deduped", num_fewshot=0)
            for model in ("intervention-70m", "intervention-410m", "intervention-1.4b", "6.9b")
            for step in (1000, 2000)
        )
    )
    snapshots.use(mine.store)
    values, _ = SCALE.clean({"source": "mine"})
    assert "intervention" not in str(values["family"])
    family = next(control for control in SCALE.controls if control.name == "family")
    assert any("intervention" in choice.value for choice in family.options(values))


def test_siblings_that_the_catalogue_has_and_has_not_are_one_family(mine: Mine) -> None:
    models = (
        "EleutherAI/pythia-1.4b", "EleutherAI/pythia-3b", "Qwen/Qwen2.5-14B-Instruct", "qwen/Qwen-2.5-Instruct-3B",
        "deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "own/Mine_V2-1b",
        "own/mine-v2-3b", "Qwen/Qwen-7B-base",
    )  # fmt: skip
    mine.load(*(results(mine, f"r{at}", at / 10, 0, model) for at, model in enumerate(models)))
    rows = mine.query(
        "SELECT DISTINCT model.family, model.name FROM run JOIN model ON name = model "
        "WHERE source = 'mine' ORDER BY ALL"
    )
    families: dict[object, int] = {}
    for family, _ in rows:
        families[family] = families.get(family, 0) + 1
    assert families == {
        "Pythia": 2, "Qwen-2.5": 2, "R1-Distill Qwen": 2, "Mine_V2": 2, "Qwen-base": 1
    }  # fmt: skip


def test_what_tells_runs_apart_is_one_for_a_family(mine: Mine) -> None:
    """Of the smaller model shots are shorter to say, but the larger one differs in its temperature alone."""
    mine.load(
        results(mine, "a", 0.1, 0, "lab/my-1b", num_fewshot=0, temperature=0),
        results(mine, "b", 0.2, 0, "lab/my-1b", num_fewshot=5, temperature=1),
        results(mine, "c", 0.3, 0, "lab/my-7b", num_fewshot=5, temperature=0),
        results(mine, "d", 0.4, 0, "lab/my-7b", num_fewshot=5, temperature=1),
        results(mine, "e", 0.5, 0, "lab/other-1b", num_fewshot=0, temperature=0),
        results(mine, "f", 0.6, 0, "lab/other-1b", num_fewshot=5, temperature=1),
    )
    assert [name for (name,) in mine.query(f"{NAMES} ORDER BY model")] == [
        "lab/my-1b · temperature 0", "lab/my-1b · temperature 1", "lab/my-7b · temperature 0",
        "lab/my-7b · temperature 1", "lab/other-1b · 0-shot", "lab/other-1b · 5-shot",
    ]  # fmt: skip
