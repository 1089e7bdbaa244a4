"""The trainer's state and what it prints: a real state, every quirk, and what can be wrong with them."""

import json
import random
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.trl import reader as trl
from tests.ingest.readers.found import kept_of, model_of, of
from tests.ingest.readers.mutants import read_or_refused

STATE: dict[str, Any] = {
    "global_step": 20,
    "max_steps": 40,
    "num_train_epochs": 2,
    "log_history": [
        {"loss": 0.5, "reward": 0.25, "completions/mean_length": 300.0, "epoch": 0.5, "step": 10},
        {"eval_loss": 0.75, "epoch": 0.5, "step": 10},
        {"loss": float("nan"), "reward": 0.5, "completions/mean_length": 280.0, "epoch": 1.0, "step": 20},
        {"train_runtime": 60.5, "train_loss": 0.4, "epoch": 1.0, "step": 20},
    ],
}  # fmt: skip
FIRST = "{'loss': 0.5, 'grad_norm': 1.25, 'learning_rate': 1e-05, 'epoch': 0.25}"
SECOND = "{'loss': '0.0123', 'reward': 'nan', 'learning_rate': '9e-06', 'epoch': '0.5'}"
LAST = "{'train_runtime': 12.5, 'train_samples_per_second': 2.0, 'train_loss': 0.3, 'epoch': 1.0}"


def state(folder: Path, document: Any) -> File:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "trainer_state.json"
    path.write_text(json.dumps(document))
    return File(path)


def console(tmp_path: Path, *lines: str, name: str = "train.log") -> File:
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return File(path)


def bar(step: int, total: int = 40) -> str:
    return f"{100 * step // total:3}%|██        | {step}/{total} [00:10<00:30,  1.02s/it]"


def test_two_entries_of_a_step_are_one_step_and_nan_is_missing(tmp_path: Path) -> None:
    file = state(tmp_path / "grpo-7b" / "checkpoint-20", STATE)
    first, second = trl.read(file)
    assert model_of(first, file) == "grpo-7b"
    assert (of(first, "loss").value, of(first, "eval_loss").value) == (0.5, 0.75)
    assert (of(second, "loss").value, of(second, "loss").missing) == (None, "NaN")
    assert kept_of(first).values == {"max_steps": "40", "num_train_epochs": "2"}
    assert (first.run.progress, second.run.progress) == (0.25, 0.5)


def test_the_mean_loss_of_the_training_is_an_aggregate(tmp_path: Path) -> None:
    first, second = trl.read(state(tmp_path, STATE))
    assert of(second, "train_loss").aggregate
    assert of(second, "train_loss").value == 0.4
    assert (of(second, "train_runtime").value, of(second, "train_runtime").unit) == (
        60.5,
        "seconds",
    )
    assert not of(first, "loss").aggregate


def test_a_step_that_was_logged_again_has_the_later_numbers(tmp_path: Path) -> None:
    history = [{"loss": 1.0, "step": 5}, {"loss": 2.0, "step": 10}, {"loss": 3.0, "step": 10}]
    found = list(trl.read(state(tmp_path, STATE | {"log_history": history})))
    assert [(one.run.step, of(one, "loss").value) for one in found] == [(5, 1.0), (10, 3.0)]
    assert of(found[1], "loss").locator == "log_history[2]['loss']"


def test_without_rewards_it_is_no_reinforcement_learning(tmp_path: Path) -> None:
    history = [{"loss": 1.0, "step": 5}]
    (found,) = trl.read(state(tmp_path, STATE | {"log_history": history}))
    assert (found.run.tool, found.run.step, found.run.iteration) == ("transformers", 5, None)


def test_a_checkpoint_whose_history_a_later_one_has_is_skipped(tmp_path: Path) -> None:
    history = [{"loss": 1.0, "step": 5}, {"loss": 2.0, "step": 10}]
    early = state(tmp_path / "checkpoint-5", STATE | {"log_history": history[:1]})
    late = state(tmp_path / "checkpoint-10", STATE | {"log_history": history})
    with pytest.raises(Skip, match=r"checkpoint-10/trainer_state.json"):
        list(trl.read(early))
    assert len(list(trl.read(late))) == 2
    state(tmp_path, STATE | {"log_history": [*history, {"train_runtime": 1.0, "step": 10}]})
    with pytest.raises(Skip, match=r"read with .*trainer_state.json"):
        list(trl.read(File(late.path)))


def test_a_checkpoint_of_another_history_is_read(tmp_path: Path) -> None:
    early = state(tmp_path / "checkpoint-5", STATE | {"log_history": [{"loss": 9.0, "step": 5}]})
    state(
        tmp_path / "checkpoint-10",
        STATE | {"log_history": [{"loss": 1.0, "step": 5}, {"loss": 2.0, "step": 10}]},
    )
    assert len(list(trl.read(early))) == 1


def test_printed_lines_have_the_steps_of_the_bar_drawn_after_them(tmp_path: Path) -> None:
    eval_bar = "100%|██████| 9/9 [00:01<00:00, 9.0it/s]"
    file = console(
        tmp_path, "Map: 100%|████| 500/500 [00:01<00:00]", bar(0), f"{bar(9)}\r   \r{FIRST}", f"{bar(10)}\r{bar(11)}",
        f"{eval_bar}\r{SECOND}", f"{bar(20)}\r", name="grpo-7b.log",
    )  # fmt: skip
    assert trl.recognizes(file)
    first, second = trl.read(file)
    assert (first.run.step, second.run.step, second.run.iteration) == (10, 20, 20)
    assert (of(first, "loss").value, of(first, "grad_norm").value) == (0.5, 1.25)
    assert of(first, "loss").locator == "line 3: loss"
    assert of(second, "loss").value == 0.0123
    assert of(second, "reward").missing == "NaN"


def test_an_evaluation_at_a_step_joins_its_losses(tmp_path: Path) -> None:
    evaluation = "{'eval_loss': np.float64(0.75), 'eval_acc': inf, 'epoch': 0.25}"
    (found,) = trl.read(console(tmp_path, bar(0), FIRST, f"{bar(10)}\r{evaluation}\r{bar(10)}"))
    assert (of(found, "loss").value, of(found, "eval_loss").value) == (0.5, 0.75)
    assert of(found, "eval_acc").missing == "Infinity"


def test_without_bars_a_finished_training_says_its_part_by_the_epoch(tmp_path: Path) -> None:
    first, second, last = trl.read(console(tmp_path, "(rank 0) " + FIRST, SECOND, LAST))
    assert [one.run.progress for one in (first, second, last)] == [0.25, 0.5, 1.0]
    assert {one.run.step for one in (first, second, last)} == {None}
    assert first.run.hints == ()
    assert of(last, "train_loss").aggregate


def test_bars_that_do_not_go_on_are_not_believed(tmp_path: Path) -> None:
    found = list(trl.read(console(tmp_path, bar(0), bar(4000), bar(40), FIRST, SECOND, LAST)))
    assert [one.run.step for one in found] == [10, 20, 40]
    assert found[0].notes == ["the steps are those of the epochs, of 40 in 1"]


def test_epochs_that_are_too_coarse_say_no_steps(tmp_path: Path) -> None:
    found = list(trl.read(console(tmp_path, bar(0, 4000), bar(4000, 4000), FIRST, SECOND, LAST)))
    assert [one.run.progress for one in found] == [0.25, 0.5, 1.0]


def loss(epoch: float) -> str:
    return f"{{'loss': 0.5, 'learning_rate': 1e-05, 'epoch': {epoch}}}"


@pytest.mark.parametrize(
    ("head", "epochs", "end", "expected"),
    [
        ("Total optimization steps = 4", [0.0, 0.0, 0.0, 0.01], "", [1, 2, 3, 4]),
        ("Total optimization steps = 1,050", [0.0952, 0.1905, 0.2857], LAST, [100, 200, 300, 1050]),
        ("Total optimization steps = 45", [0.22, 0.44, 0.67, 0.89], LAST, [10, 20, 30, 40, 45]),
        ("TrainingArguments(logging_steps=5, output_dir='x')", [0.0, 0.0, 0.01], "", [5, 10, 15]),
        ("'logging_steps': 0.1", [0.0, 0.0], "", None),
        ("Total optimization steps = 5", [0.0, 0.0, 0.0, 0.01], "", None),
        ("Total optimization steps = 4", [0.1, 0.9, 0.91, 0.92], "", None),
        ("Total optimization steps = 4", [0.1, 0.2, 0.1, 0.2], "", None),
    ],
)  # fmt: skip
def test_lines_without_bars_are_counted_where_none_is_missing(
    tmp_path: Path, head: str, epochs: list[float], end: str, expected: list[int] | None
) -> None:
    file = console(tmp_path, head, *map(loss, epochs), *filter(None, [end]))
    if expected is None:
        with pytest.raises(Skip):
            list(trl.read(file))
        return
    steps = [found.run.step for found in trl.read(file)]
    assert steps == expected


def test_of_several_logs_in_a_folder_each_is_called_after_its_file(tmp_path: Path) -> None:
    files = [console(tmp_path, bar(0), FIRST, bar(10), name=f"{name}.log") for name in ("a", "b")]
    assert [next(iter(trl.read(file))).run.place[0] for file in files] == ["a", "b"]
    (tmp_path / "b.log").write_text("nothing of a trainer")
    assert next(iter(trl.read(files[0]))).run.place[0] == tmp_path.name


def test_lines_without_steps_and_end_are_skipped(tmp_path: Path) -> None:
    with pytest.raises(Skip, match=r"trainer_state.json"):
        list(trl.read(console(tmp_path, FIRST, SECOND)))


def test_a_log_beside_the_state_is_not_read_twice(tmp_path: Path) -> None:
    state(tmp_path / "checkpoint-20", STATE)
    with pytest.raises(Skip, match="read with"):
        list(trl.read(console(tmp_path, FIRST, LAST)))


def test_a_line_that_is_cut_is_said(tmp_path: Path) -> None:
    found = list(trl.read(console(tmp_path, bar(0), FIRST, bar(10), "{'loss': 0.5, 'epoch': 0.")))
    assert len(found) == 1
    assert found[0].notes == ["line 4: no whole line of a trainer, left out"]


@pytest.mark.parametrize(
    "hostile",
    [
        "{'loss': " + "(" * 5000 + "1, 'epoch': 1}",
        "{'loss': " + "[" * 300 + "'epoch': 1}",
        "{'loss': __import__('os').getcwd(), 'epoch': 1}",
        "{'loss': " + "9" * 6000 + ", 'epoch': 1}",
        "{'loss': 1, 'epoch': 1, **{}}",
        "{'loss': '" + "a" * 30000 + "', 'epoch': 1}",
        r"{'loss': '\d', 1: 2, 'epoch': 1}",
    ],
)
def test_a_hostile_line_is_said_and_nothing_is_run(tmp_path: Path, hostile: str) -> None:
    found = list(trl.read(console(tmp_path, bar(0), FIRST, bar(10), hostile)))
    assert len(found) == 1
    assert len(found[0].notes) == 1


def test_completions_are_skipped_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "completions_00010.parquet"
    duckdb.sql(
        f"COPY (SELECT 10 AS step, 'p' AS prompt, 'c' AS completion, 0.5 AS format, 0.1 AS advantage) TO '{path}'"
    )
    assert trl.recognizes(File(path))
    with pytest.raises(Skip, match="items"):
        list(trl.read(File(path)))


def test_what_is_no_number_is_said(tmp_path: Path) -> None:
    history = [{"loss": "0.5", "x": [1], "reward": True, "step": 1}]
    (found,) = trl.read(state(tmp_path, STATE | {"log_history": history}))
    assert found.measurements == []
    assert found.notes[0] == "log_history[0]['loss'] is '0.5': not a number, left out"
    assert len(found.notes) == 3


def test_a_console_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    text = "\r".join([bar(0), FIRST, bar(10)])
    chance = random.Random(7)
    for place in range(len(text)):
        spoilt = text[:place] + chance.choice("{}'\0\r:,9(é") + text[place + 1 :]
        read_or_refused(trl.read, console(tmp_path, spoilt, LAST))
