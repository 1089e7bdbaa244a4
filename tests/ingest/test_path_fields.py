"""Fields of runs in the names of folders, files and runs, by a pattern that is given or offered, or said plainly."""

import json
from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import NameOf, Run
from reasonboard.ingest.names import aliases
from reasonboard.ingest.names.path_fields import PathFields
from reasonboard.ingest.names.path_pattern import Pattern, offered, pattern
from tests.ingest.mine import Mine
from tests.ingest.refusal import Refused


def log(folder: Path, *values: float) -> None:
    """verl's rows of a training with an accuracy at steps 0, 20, ..."""
    folder.mkdir(parents=True)
    rows = [
        {"step": 20 * at, "data": {"val-core/MATH500/acc/mean@4": value, "critic/score/mean": 0.1}}
        for at, value in enumerate(values)
    ]
    (folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.mark.parametrize(
    ("text", "path", "seed", "rest", "named"),
    [
        ("grpo-seed{seed}", "/w/grpo-seed1/log.jsonl", "1", "grpo", "grpo-seed{seed}"),
        ("*-seed{seed}", "/w/dapo-seed12/log.jsonl", "12", "dapo", "dapo-seed{seed}"),
        ("run_{seed}/", "/w/run_3/log.jsonl", "3", "run", "run_{seed}"),
        ("*-s{seed}", "/w/grpo-s7.jsonl", "7", "grpo", "grpo-s{seed}"),
        ("grpo/{seed}", "/w/grpo/42/log.jsonl", "42", "", "grpo/{seed}"),
        ("{seed}/grpo", "/w/5/grpo/log.jsonl", "5", "", "{seed}/grpo"),
        ("{seed}-*", "/w/2-grpo/log.jsonl", "2", "grpo", "{seed}-grpo"),
        ("seed{seed}_*", "/w/seed2_lr1/log.jsonl", "2", "lr1", "seed{seed}_lr1"),
        ("*{seed}_lr1", "/w/grpo_seed9_lr1/x/log.jsonl", "9", "grpo_lr1", "grpo_seed{seed}_lr1"),
        ("r{seed}", "/w/r1/r2/log.jsonl", "2", "r", "r{seed}"),
        ("a.b{seed}", "/w/a.b1/log.jsonl", "1", "a.b", "a.b{seed}"),
    ],
)
def test_a_pattern_finds_the_seed_and_the_name_without_it(
    text: str, path: str, seed: str, rest: str, named: str
) -> None:
    found = Pattern(text).match(path)
    assert found
    assert found.values == {"seed": seed}
    assert (found.names[-1][1], found.pattern) == (rest, named)


@pytest.mark.parametrize(
    ("text", "path", "values", "named"),
    [
        ("grpo-seed{seed}-{size}", "/w/grpo-seed3-7B.log", {"seed": "3", "params_b": "7B"}, "grpo-7B"),
        ("{model}/run_{seed}/", "/w/plum-7b/run_2/a.log", {"model": "plum-7b", "seed": "2"}, "plum-7b/run"),
        ("{method}_{lr}_step{step}", "/w/grpo_1e-6_step200.json", {"method": "grpo", "lr": "1e-6", "step": "200"},
         "grpo_1e-6"),
        ("*-w{kv_window}-r{kv_ratio}", "/w/snap-w512-r0.25.csv", {"kv_window": "512", "kv_ratio": "0.25"},
         "snap-w512-r0.25"),
    ],
)  # fmt: skip
def test_a_pattern_finds_several_fields(
    text: str, path: str, values: dict[str, str], named: str
) -> None:
    found = Pattern(text).match(path)
    assert found
    assert found.values == values
    name = path.removeprefix("/w/").rpartition(".")[0].removesuffix("/a")
    assert found.without(name) == named


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("r-{size}", "r-7B", {"params_b": 7.0}),
        ("r-{model_size}", "r-360M", {"params_b": 0.36}),
        ("r-{step}", "r-2k", {"step": 2000}),
        ("r-{kv_ratio}", "r-0.5", {"kv_ratio": 0.5}),
        ("r-{method}", "r-grpo", {"method": "grpo"}),
        ("r-{lr}", "r-1e-6", {"settings": {"lr": "1e-6", "n": 1}, "chosen": ["lr"]}),
        ("{model}-{seed}", "plum-7b-1", {"model": "plum-7b", "seed": "1"}),
    ],
)
def test_fields_of_a_path_have_their_types_and_others_are_settings(
    tmp_path: Path, text: str, name: str, expected: dict[str, object]
) -> None:
    run = Run(tool="t", model="", step=1, settings={"n": 1})
    named, _ = PathFields(Pattern(text)).applied(run, File(tmp_path / name / "log.jsonl"))
    assert {key: getattr(named, key) for key in expected} == expected


def test_logs_of_one_shape_are_one_load_with_their_fields(mine: Mine, tmp_path: Path) -> None:
    for seed, size, rate in ((1, "3B", "1e-6"), (2, "3B", "1e-6"), (1, "7B", "1e-5")):
        log(tmp_path / "runs" / f"grpo-seed{seed}-{size}-lr{rate}", 0.5)
    report = mine.load(
        str(tmp_path / "runs"), name="runs", path_pattern="grpo-seed{seed}-{size}-lr{lr}"
    )
    assert report.notes == [
        "lr 1e-5, 1e-6 taken from the name grpo-seed{seed}-{size}-lr{lr}",
        "size 3B, 7B taken from the name grpo-seed{seed}-{size}-lr{lr}",
        "Seeds 1, 2 taken from the name grpo-seed{seed}-{size}-lr{lr}",
    ]
    rows = mine.query(
        "SELECT model, seed, params_b, settings['lr'] FROM result WHERE source = 'runs' AND metric = 'mean@4' "
        "ORDER BY ALL"
    )
    assert rows == [
        ("grpo-3B-lr1e-6", "1", 3.0, "1e-6"), ("grpo-3B-lr1e-6", "2", 3.0, "1e-6"),
        ("grpo-7B-lr1e-5", "1", 7.0, "1e-5"),
    ]  # fmt: skip


def test_tables_have_the_fields_of_their_paths_as_columns(mine: Mine, tmp_path: Path) -> None:
    for model in ("plum-7b", "fig-7b"):
        for benchmark in ("AIME24", "MATH500"):
            mine.table("split,accuracy (%),n\ntest,50,30\n", f"runs/{model}_{benchmark}.csv")
    mine.load(str(mine.folder / "runs"), name="runs", path_pattern="{model}_{benchmark}")
    query = "SELECT model, benchmark, value FROM result WHERE source = 'runs' ORDER BY ALL"
    assert mine.query(query) == [
        ("fig-7b", "AIME24", 0.5), ("fig-7b", "MATH500", 0.5), ("plum-7b", "AIME24", 0.5), ("plum-7b", "MATH500", 0.5)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("grpo-seed{seed}", "/w/grpo-seed1-lr3/log.jsonl"),
        ("grpo-seed{seed}", "/w/my-grpo-seed1/log.jsonl"),
        ("run_{seed}/", "/w/run_3.jsonl"),
        ("a.b{seed}", "/w/axb1/log.jsonl"),
        ("grpo/{seed}", "/w/dapo/1/log.jsonl"),
    ],
)
def test_a_pattern_describes_whole_names_alone(text: str, path: str) -> None:
    assert Pattern(text).match(path) is None


@pytest.mark.parametrize(
    "text",
    [
        "grpo",
        "",
        "{seed}-{seed}",
        "{size}-{params_b}",
        "{}",
        "{a b}",
        "a\n{seed}",
        "{seed}}",
        "a" * 300 + "{seed}",
    ],
)
def test_what_is_no_pattern_is_refused(text: str) -> None:
    with pytest.raises(IngestError, match=r"expected a pattern over paths with fields in braces"):
        pattern(text)


def test_the_model_of_a_file_loses_the_seed_too(tmp_path: Path) -> None:
    run = Run(tool="t", model="ckpts/grpo-seed1/step_20", hints=["grpo-seed1", "grpo-seed12"])
    file = File(tmp_path / "grpo-seed1" / "log.jsonl")
    named, seed = PathFields(Pattern("grpo-seed{seed}")).applied(run, file)
    assert (named.model, named.seed) == ("ckpts/grpo/step_20", "1")
    assert named.hints == ["grpo", "grpo-seed12"]
    assert seed
    by_name = Run(tool="t", model="dapo-seed2", name_of=NameOf.RUN)
    named, _ = PathFields(Pattern("dapo-seed{seed}")).applied(
        by_name, File(tmp_path / "export.csv")
    )
    assert (named.model, named.seed) == ("dapo", "2")


def test_trainings_in_folders_that_differ_in_a_seed_are_one_recipe(
    mine: Mine, tmp_path: Path
) -> None:
    for seed in (1, 2, 3):
        log(tmp_path / "runs" / f"grpo-seed{seed}", 0.5, 0.6 + seed / 100)
    log(tmp_path / "runs" / "dapo-seed1", 0.5, 0.7)
    report = mine.load(str(tmp_path / "runs"), name="runs")
    assert report.notes[0] == "Seeds 1 to 3 taken from the folder name grpo-seed{seed}"
    rows = mine.query(
        "SELECT model, seed FROM run WHERE source = 'runs' AND iteration = 20 ORDER BY ALL"
    )
    # Only one folder is called dapo: its seed may be part of its name.
    assert rows == [
        ("runs · dapo-seed1", None), ("runs · grpo", "1"), ("runs · grpo", "2"), ("runs · grpo", "3")
    ]  # fmt: skip


def test_the_seed_of_one_folder_counts_if_its_siblings_are_loaded_later(
    mine: Mine, tmp_path: Path
) -> None:
    for seed in (1, 2):
        log(tmp_path / "runs" / f"seed_{seed}", 0.5, 0.6)
    mine.load(str(tmp_path / "runs" / "seed_1"), name="one")
    assert mine.query("SELECT DISTINCT seed FROM run WHERE source = 'one'") == [("1",)]


def test_a_training_that_goes_on_has_its_seed_before_others_begin(tmp_path: Path) -> None:
    log(tmp_path / "grpo-seed1", 0.5)
    file = File(tmp_path / "grpo-seed1" / "log.jsonl")
    begun = Run(tool="verl", model="", step=0)
    before, _ = PathFields(running=True).applied(begun, file)
    log(tmp_path / "grpo-seed2", 0.5)
    after, _ = PathFields(running=True).applied(begun, file)
    assert before == after
    assert (after.seed, after.place[0]) == ("1", "grpo")


def test_an_evaluation_in_a_folder_of_a_seed_is_not_taken_for_a_training(tmp_path: Path) -> None:
    for seed in (1, 2):
        (tmp_path / f"out-seed{seed}").mkdir()
    file = File(tmp_path / "out-seed1" / "results.json")
    evaluation = Run(tool="t", model="org/my-7b")
    assert PathFields().applied(evaluation, file) == (evaluation, None)
    stated = Run(tool="t", model="m", step=3, seed="9")
    assert PathFields().applied(stated, file) == (stated, None)
    named, _ = PathFields(Pattern("out-seed{seed}")).applied(evaluation, file)
    assert (named.model, named.seed) == ("org/my-7b", "1")


def test_a_load_says_the_seeds_of_its_pattern(mine: Mine, tmp_path: Path) -> None:
    for name in ("grpo-s1", "grpo-s2", "dapo-s1", "dapo-s2", "plain-sa"):
        log(tmp_path / "runs" / name, 0.5)
    report = mine.load(str(tmp_path / "runs"), name="runs", path_pattern="*-s{seed}")
    assert report.notes == [
        "Seeds 1, 2 taken from the names dapo-s{seed}, grpo-s{seed}",
        "Seed a taken from the name plain-s{seed}",
    ]


def test_a_pattern_that_is_like_no_name_is_refused(refused: Refused, tmp_path: Path) -> None:
    log(tmp_path / "runs" / "grpo-s1", 0.5)
    line = refused(str(tmp_path / "runs"), "--from", "dapo-s{seed}")
    assert "dapo-s{seed}: no path and no name of a run is like it" in line
    line = refused(str(tmp_path / "runs"), "--from", "dapo-s1")
    assert "'dapo-s1' (expected a pattern over paths with fields in braces" in line


def test_a_file_of_aliases_states_the_pattern(refused: Refused, mine: Mine, tmp_path: Path) -> None:
    file = tmp_path / "names.toml"
    file.write_text('[path]\nfrom = "*-s{seed}"\n')
    assert aliases.read(file).path_pattern == "*-s{seed}"
    assert "counts when files are read" in refused("--aliases", str(file))
    for wrong in ("from = 1", 'from = "x"', 'to = "{seed}"', 'from = "{seed}"\nmore = 1'):
        file.write_text(f"[path]\n{wrong}\n")
        with pytest.raises(IngestError, match="path"):
            aliases.read(file)


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["a/grpo_seed1.csv", "a/grpo_seed2.csv"], "{model}_seed{seed}"),
        (["h/plum-7b_seed1/r.csv", "h/fig-3b_seed2/r.csv"], "{model}_seed{seed}/"),
        (["x/results_plum-7b.json", "x/results_fig-3b.json"], "results_{model}"),
        (["x/plum-7b_eval.json", "x/fig-3b_eval.json"], "{model}_eval"),
        (["plum/seed1.csv", "plum/seed2.csv", "fig/seed1.csv"], "{model}/seed{seed}"),
        (["r/plum-7b/gsm8k.csv", "r/fig-3b/gsm8k.csv"], "{model}/"),
        (
            ["a/p-7b-seed1-step100.csv", "a/p-7b-seed2-step100.csv", "a/p-7b-seed1-step200.csv"],
            "{model}-seed{seed}-step{step}",
        ),
        (["a/seed1.csv", "a/seed2.csv"], ""),
        (["a/1.csv", "a/2.csv"], ""),
        (["a/plum.csv"], ""),
        ([], ""),
        (["r/plum/gsm8k.csv", "r/fig/math.csv"], ""),
    ],
)
def test_a_pattern_is_offered_if_it_names_a_model_in_each_path(
    paths: list[str], expected: str
) -> None:
    assert offered(paths) == expected


def test_tables_without_a_model_are_asked_about_with_the_pattern_of_their_names(mine: Mine) -> None:
    logs = [
        mine.table(f"step,aime24\n0,0.1{seed}\n100,0.2{seed}\n", f"logs/grpo_seed{seed}.csv")
        for seed in (1, 2)
    ]
    with pytest.raises(NothingReadError) as error:
        mine.load(*logs)
    assert (
        '--as "model=NAME" or by their names: `reasonboard load --from "{model}_seed{seed}"`'
        in str(error.value)
    )
    mine.load(*logs, path_pattern="{model}_seed{seed}")
    found = mine.query("SELECT DISTINCT model, seed FROM result WHERE source = 'mine' ORDER BY ALL")
    assert found == [("grpo", "1"), ("grpo", "2")]


def test_two_files_that_contradict_each_other_are_kept_apart_as_the_message_says(
    mine: Mine,
) -> None:
    tables = [
        mine.table(f"model,benchmark,accuracy\nplum-7b,GSM8K,{value}\n", f"{name}.csv")
        for name, value in (("a", 84.3), ("b", 84.9))
    ]
    with pytest.raises(IngestError, match=r'keep both apart: `reasonboard load --from "\{file\}"`'):
        mine.load(*tables)
    mine.load(*tables, path_pattern="{file}")
    found = mine.query("SELECT value, settings FROM result WHERE source = 'mine' ORDER BY value")
    assert found == [(0.843, {"file": "a"}), (0.849, {"file": "b"})]
