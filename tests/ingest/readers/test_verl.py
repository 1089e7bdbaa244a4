"""What verl prints and keeps: real lines, every quirk of them, and what can be wrong with them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.verl import reader as verl
from tests.ingest.readers.found import model_of, of, put
from tests.ingest.readers.mutants import read_or_refused

ROW: dict[str, Any] = {
    "step": 3,
    "data": {"val-core/openai/gsm8k/acc/mean@16": 0.5, "critic/score/mean": -0.25},
}
ANSWER: dict[str, Any] = {"input": "2+2?", "output": "4", "gts": "4", "score": 1.0, "step": 80}


def written(tmp_path: Path, text: str, name: str = "grpo-1.5b.log") -> File:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return File(path)


def rows(tmp_path: Path, *given: Any, name: str = "grpo-1.5b.jsonl") -> File:
    return written(tmp_path, "".join(json.dumps(one) + "\n" for one in given), name)


def test_prefix_colors_and_numpy_are_taken_off(tmp_path: Path) -> None:
    line = (
        "\x1b[36m(TaskRunner pid=123)\x1b[0m step:80 - val-core/openai/gsm8k/acc/mean@1:np.float64(0.49) "
        "- critic/score/mean:np.float32(-1e-3) - actor/grad_norm:nan - actor/pg_loss:inf - response_length/mean:512"
    )
    file = written(tmp_path, f"Training Progress:  1%| | 1/100\rsome bar\r{line}\x1b[0m\n")
    assert verl.recognizes(file)
    (found,) = verl.read(file)
    accuracy = of(found, "mean@1")
    assert (accuracy.benchmark, accuracy.value, accuracy.unit) == ("openai/gsm8k", 0.49, "fraction")
    assert accuracy.n_repeats == 1
    assert of(found, "critic/score/mean").value == -0.001
    assert (of(found, "actor/grad_norm").value, of(found, "actor/grad_norm").missing) == (
        None,
        "NaN",
    )
    assert of(found, "actor/pg_loss").missing == "Infinity"
    assert of(found, "token_length").value == 512
    assert found.notes == []


def test_a_step_that_is_printed_again_has_the_later_numbers(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "step:1 - critic/score/mean:0.1 - actor/entropy:0.5\n"
        "step:1 - critic/score/mean:0.3\n"
        "step:2 - critic/score/mean:0.2\n",
    )
    first, second = verl.read(file)
    assert (second.run.step, first.run.step) == (2, 1)
    assert (of(first, "critic/score/mean").value, of(first, "critic/score/mean").locator) == (
        0.3, "line 2: critic/score/mean",
    )  # fmt: skip
    assert of(first, "actor/entropy").value == 0.5


def test_rows_of_one_step_are_one_step(tmp_path: Path) -> None:
    file = rows(
        tmp_path,
        {"step": 0, "data": {"val-core/math/acc/mean@4": 0.25}},
        ROW,
        {"step": 0, "data": {"actor/kl_loss": 0.1}},
    )
    found = {one.run.step: one for one in verl.read(file)}
    assert {measurement.metric for measurement in found[0].measurements} == {
        "mean@4",
        "actor/kl_loss",
    }
    assert of(found[0], "mean@4").n_repeats == 4


def test_experiment_and_base_model_are_those_the_log_states(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "{'actor_rollout_ref': {'model': {'path': 'Qwen/Qwen2.5-7B',\n 'trainer': {'experiment_name': 'dapo-7b',\n"
        "step:1 - critic/score/mean:0.1\n'experiment_name': 'other'\n",
        "console.log",
    )
    (found,) = verl.read(file)
    assert found.run.model == "dapo-7b"
    assert found.run.settings == {"base_model": "Qwen/Qwen2.5-7B"}


def test_without_a_stated_experiment_the_file_or_its_folder_names_it(tmp_path: Path) -> None:
    file = rows(tmp_path, ROW, name="grpo-7b.jsonl")
    (named,) = verl.read(file)
    assert model_of(named, file) == "grpo-7b"
    (tmp_path / "ppo-3b").mkdir()
    file = rows(tmp_path / "ppo-3b", ROW, name="metrics.jsonl")
    (in_folder,) = verl.read(file)
    assert model_of(in_folder, file) == "ppo-3b"


def test_fine_tuning_has_steps_but_no_iterations(tmp_path: Path) -> None:
    file = written(tmp_path, "step:1 - train/loss:1.2 - train/lr(1e-3):0.01\n")
    assert verl.recognizes(file)
    (found,) = verl.read(file)
    assert (found.run.step, found.run.iteration) == (1, None)
    assert (of(found, "loss").value, of(found, "loss").unit) == (1.2, "loss")


def test_what_is_no_number_is_said_once_and_left_out(tmp_path: Path) -> None:
    file = rows(
        tmp_path,
        *({"step": n, "data": {**ROW["data"], "actor/x": [1], "actor/y": "0.5"}} for n in range(3)),
    )
    found = list(verl.read(file))
    assert [len(one.measurements) for one in found] == [2, 2, 2]
    assert [len(one.notes) for one in found] == [2, 0, 0]
    assert "data['actor/x'] is a list: not a number" in found[0].notes[0]


def test_an_accuracy_that_is_no_fraction_is_left_out(tmp_path: Path) -> None:
    (found,) = verl.read(rows(tmp_path, {"step": 1, "data": {"val-core/m/acc/mean@1": 49.4}}))
    assert found.measurements == []
    assert "49.4: not a fraction" in found.notes[0]


def test_a_piece_without_a_colon_is_said(tmp_path: Path) -> None:
    (found,) = verl.read(written(tmp_path, "step:1 - critic/score/mean:0.1 - half of a\n"))
    assert found.notes == ["line 1: 'half of a' is not KEY:VALUE, left out"]


def test_the_same_input_is_the_same_item_and_each_time_a_repeat(tmp_path: Path) -> None:
    file = rows(
        tmp_path, ANSWER, ANSWER | {"score": 0.0}, ANSWER | {"input": "3+3?"}, name="80.jsonl"
    )
    assert verl.recognizes(file)
    (found,) = verl.read(file)
    assert (found.run.step, found.run.iteration, found.measurements) == (80, 80, ())
    samples = list(found.samples)
    assert [(sample.repeat, sample.score, sample.metric) for sample in samples] == [
        (0, 1.0, "score"), (1, 0.0, "score"), (0, 1.0, "score"),
    ]  # fmt: skip
    assert samples[0].item == samples[1].item != samples[2].item
    assert {sample.benchmark for sample in samples} == {"(generations)"}
    assert {sample.tokens_out for sample in samples} == {None}


def test_the_accuracy_of_an_answer_goes_before_its_reward(tmp_path: Path) -> None:
    row = ANSWER | {"score": -1.0, "acc": False, "data_source": "aime24"}
    (found,) = verl.read(rows(tmp_path, row))
    (sample,) = found.samples
    assert (sample.score, sample.metric, sample.benchmark) == (0.0, "acc", "aime24")


def test_rewards_that_are_no_fractions_are_kept_as_rewards(tmp_path: Path) -> None:
    (found,) = verl.read(rows(tmp_path, ANSWER, ANSWER | {"score": -1.0}))
    assert [(one.score, one.metric, one.unit) for one in found.samples] == [
        (1.0, "reward", "reward"), (-1.0, "reward", "reward"),
    ]  # fmt: skip


def test_answers_of_two_steps_in_one_file_are_refused(tmp_path: Path) -> None:
    (found,) = verl.read(rows(tmp_path, ANSWER, ANSWER | {"step": 81}))
    with pytest.raises(IngestError, match="line 2: step is 81"):
        list(found.samples)


def test_an_alien_file_is_not_taken_and_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "random.log"
    path.write_bytes(random.Random(4).randbytes(5000))
    assert not verl.recognizes(File(path))


def test_a_console_cut_or_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    line = "(T pid=1) step:1 - critic/score/mean:np.float64(0.5) - val-core/a/b/acc/mean@2:0.5\n"
    chance = random.Random(11)
    for cut in range(len(line)):
        read_or_refused(verl.read, written(tmp_path, line + line[:cut]))
        spoilt = list(line)
        spoilt[cut] = chance.choice(":-\0 \r()é9/")
        read_or_refused(verl.read, written(tmp_path, "".join(spoilt)))


PASSES = """model_path,dataset,pass@1,pass@16
./checkpoints/acme-7b/step_40,aime.parquet,0.4125,0.7333
org/base-7b,math.parquet,0.85,nan
./checkpoints/acme-7b/step_40,aime.parquet,0.4,0.7
"""


def test_rows_of_pass_at_k_are_runs_and_what_is_judged_again_is_a_repeat(tmp_path: Path) -> None:
    file = put(tmp_path / "pass.csv", PASSES)
    assert verl.recognizes(file)
    first, second, third = verl.read(file)
    assert [(one.metric, one.value, one.unit, one.benchmark) for one in first.measurements] == [
        ("pass@1", 0.4125, "fraction", "aime"), ("pass@16", 0.7333, "fraction", "aime"),
    ]  # fmt: skip
    assert (first.run.model, first.run.repeat, third.run.repeat) == (
        "./checkpoints/acme-7b/step_40",
        None,
        "2",
    )
    assert [(one.value, one.missing) for one in second.measurements] == [
        (0.85, None),
        (None, "NaN"),
    ]


def test_a_pass_at_k_in_percent_is_no_fraction(tmp_path: Path) -> None:
    (found,) = verl.read(
        put(tmp_path / "pass.csv", "model_path,dataset,pass@1\nm,aime.parquet,41.25\n")
    )
    assert not found.measurements
    assert found.notes == ["line 2: pass@1 is 41.25: not a fraction, left out"]
