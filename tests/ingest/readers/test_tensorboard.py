"""TensorBoard's exports and event files: real ones, hand-made ones, and what can be wrong with them."""

import random
import struct
import sys
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.tensorboard import reader as tensorboard
from reasonboard.ingest.readers.tensorboard.events import masked
from reasonboard.ingest.staging.rows import run_row
from tests.ingest.readers.found import FILES, model_of, of
from tests.ingest.readers.mutants import read_or_refused

try:
    from tensorboard.compat.proto import event_pb2
except ImportError:
    event_pb2 = None

needs_package = pytest.mark.skipif(event_pb2 is None, reason="the package tensorboard is not here")
HEADER = "Wall time,Step,Value\n"
EVENTS = "events.out.tfevents.1795211958.vm.1.0"


def exported(tmp_path: Path, text: str, name: str = "run-grpo-7b-tag-train_reward.csv") -> File:
    path = tmp_path / name
    path.write_text(text)
    return File(path)


def record(content: bytes) -> bytes:
    length = struct.pack("<Q", len(content))
    return length + struct.pack("<I", masked(length)) + content + struct.pack("<I", masked(content))


def event(wall_time: float, step: int, **scalars: float) -> bytes:
    made = event_pb2.Event(wall_time=wall_time, step=step)
    for tag, number in scalars.items():
        made.summary.value.add(tag=tag.replace("__", "/"), simple_value=number)
    return record(made.SerializeToString())


def start() -> bytes:
    return record(
        event_pb2.Event(wall_time=1.75e9, file_version="brain.Event:2").SerializeToString()
    )


def events(tmp_path: Path, *records: bytes, name: str = EVENTS) -> File:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(records))
    return File(path)


def test_the_checksum_is_the_one_of_the_format() -> None:
    # CRC-32C of '123456789' is e3069283 by RFC 3720; turned right by 15, a282ead8 added.
    turned = (0xE3069283 >> 15 | 0xE3069283 << 17) & 0xFFFFFFFF
    assert masked(b"123456789") == (turned + 0xA282EAD8) & 0xFFFFFFFF


def test_run_and_tag_of_an_export_are_in_its_name(tmp_path: Path) -> None:
    (found,) = tensorboard.read(exported(tmp_path, HEADER + "1.0,5,0.5\n"))
    assert (found.run.model, found.run.step, found.run.iteration) == ("grpo-7b", 5, 5)
    one = of(found, "reward")
    assert (one.value, one.unit, one.benchmark) == (0.5, "reward", "(training)")
    assert found.notes == []


def test_a_tag_that_cannot_be_told_stays_as_the_name_has_it(tmp_path: Path) -> None:
    file = exported(tmp_path, HEADER + "1.0,5,0.5\n", "run-.-tag-train_odd_thing.csv")
    (found,) = tensorboard.read(file)
    assert found.measurements[0].metric == "train_odd_thing"
    assert (found.run.model, found.run.iteration) == ("", None)


def test_a_step_that_is_exported_twice_has_the_number_with_the_later_time(tmp_path: Path) -> None:
    (found,) = tensorboard.read(exported(tmp_path, HEADER + "9.0,5,0.9\n3.0,5,0.3\n"))
    assert (of(found, "reward").value, of(found, "reward").locator) == (0.9, "line 2: Value")


def test_a_value_that_is_not_finite_is_missing(tmp_path: Path) -> None:
    first, second = tensorboard.read(exported(tmp_path, HEADER + "1,1,NaN\n2,2,-Infinity\n"))
    assert [of(one, "reward").missing for one in (first, second)] == ["NaN", "-Infinity"]


def test_an_export_cut_or_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    text = HEADER + "1654943296.2150984,0,59.310001373291016\n1654943313.7,1,64.7\n"
    chance = random.Random(3)
    for place in range(len(text)):
        read_or_refused(tensorboard.read, exported(tmp_path, text[:place]))
        spoilt = text[:place] + chance.choice('"\n,\0x-') + text[place + 1 :]
        read_or_refused(tensorboard.read, exported(tmp_path, spoilt))


@needs_package
def test_the_event_file_has_its_tags_step_by_step() -> None:
    (path,) = (FILES / "training-logs" / "tb_run").iterdir()
    file = File(path)
    assert tensorboard.recognizes(file)
    found = {one.run.step: one for one in tensorboard.read(file)}
    assert sorted(step for step in found if step is not None) == [*range(0, 101, 10), 101]
    assert model_of(found[0], file) == "tb_run"
    assert found[0].run.date == "2025-06-15T15:06:40+00:00"
    assert of(found[100], "reward").value == pytest.approx(0.6)
    assert of(found[100], "token_length").value == 450
    assert of(found[50], "eval/math500/acc").value == 0.5
    assert (of(found[101], "reward").value, of(found[101], "reward").missing) == (None, "NaN")
    assert of(found[50], "reward").locator == "step 50: train/reward"


@needs_package
def test_what_a_restart_logs_again_has_the_later_time(tmp_path: Path) -> None:
    early = event(300.0, 2, reward=0.25)
    file = events(
        tmp_path, start(), event(100.0, 1, reward=0.5), event(400.0, 2, reward=0.75), early
    )
    first, second = tensorboard.read(file)
    assert (of(first, "reward").value, of(second, "reward").value) == (0.5, 0.75)
    assert second.run.iteration == 2


@needs_package
def test_the_files_of_a_folder_are_read_with_the_last(tmp_path: Path) -> None:
    first = events(
        tmp_path / "grpo-7b",
        start(),
        event(100.0, 1, reward=0.5),
        name="events.out.tfevents.100.vm.1.0",
    )
    last = events(
        tmp_path / "grpo-7b",
        start(),
        event(200.0, 2, reward=0.25),
        name="events.out.tfevents.200.vm.1.0",
    )
    with pytest.raises(Skip, match=r"read with events.out.tfevents.200.vm.1.0"):
        list(tensorboard.read(first))
    before, after = tensorboard.read(last)
    assert of(before, "reward").locator == "events.out.tfevents.100.vm.1.0: step 1: reward"
    assert of(after, "reward").locator == "step 2: reward"
    assert model_of(before, last) == "grpo-7b"


@needs_package
def test_the_folder_of_a_start_does_not_name_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "dapo-7b" / "runs" / "Mar05_10-11-12_secret-host"
    file = events(folder, start(), event(1.0, 1, reward=0.5))
    (found,) = tensorboard.read(file)
    assert model_of(found, file) == "dapo-7b"
    assert "secret-host" not in repr(run_row(found.run, file))


@needs_package
def test_a_scalar_may_be_a_tensor_of_one_number(tmp_path: Path) -> None:
    made = event_pb2.Event(wall_time=1.0, step=3)
    one = made.summary.value.add(tag="critic/score/mean")
    one.metadata.plugin_data.plugin_name = "scalars"
    one.tensor.dtype = 1
    one.tensor.tensor_content = struct.pack("<f", 0.5)
    other = made.summary.value.add(tag="critic/score/max")
    other.tensor.dtype = 2
    other.tensor.double_val.append(0.75)
    text = made.summary.value.add(tag="prompt")
    text.metadata.plugin_data.plugin_name = "text"
    text.tensor.dtype = 7
    text.tensor.string_val.append(b"hello")
    large = made.summary.value.add(tag="large")
    large.tensor.dtype = 1
    large.tensor.float_val.append(1.0)
    large.tensor.tensor_shape.dim.add(size=10**12)
    (found,) = tensorboard.read(events(tmp_path, start(), record(made.SerializeToString())))
    assert {measurement.metric: measurement.value for measurement in found.measurements} == {
        "critic/score/mean": 0.5, "critic/score/max": 0.75, "hours": 0.0,
    }  # fmt: skip


@needs_package
def test_a_record_that_was_cut_is_said_and_the_rest_is_read(tmp_path: Path) -> None:
    whole = start() + event(1.0, 1, reward=0.5)
    (found,) = tensorboard.read(events(tmp_path, whole, event(2.0, 2, reward=0.5)[:-3]))
    assert found.run.step == 1
    assert found.notes == [f"{EVENTS}: the record at byte {len(whole)} is cut: the end is missing"]


@needs_package
def test_a_record_with_another_checksum_is_refused(tmp_path: Path) -> None:
    first, second = start(), bytearray(event(1.0, 1, reward=0.5))
    second[-6] ^= 1
    with pytest.raises(
        IngestError, match=f"the checksum of the record at byte {len(first)} is wrong"
    ):
        list(tensorboard.read(events(tmp_path, first, bytes(second))))


@needs_package
def test_a_record_that_is_no_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="is not an event"):
        list(tensorboard.read(events(tmp_path, start(), record(b"\xff\xff\xff"))))


@needs_package
def test_a_large_record_is_passed_over_and_said(tmp_path: Path) -> None:
    image = record(b"\0" * (1024 * 1024 + 1))
    (found,) = tensorboard.read(events(tmp_path, start(), image, event(1.0, 1, reward=0.5)))
    assert "1 records of more than 1 MB" in found.notes[0]


@needs_package
def test_a_step_below_zero_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="expected a step from 0"):
        list(tensorboard.read(events(tmp_path, start(), event(1.0, -1, reward=0.5))))


@needs_package
def test_a_file_without_scalars_is_skipped(tmp_path: Path) -> None:
    with pytest.raises(Skip, match="no scalars"):
        list(tensorboard.read(events(tmp_path, start())))


@needs_package
def test_an_event_file_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    content = start() + event(1.0, 1, reward=0.5, train__loss=2.0) + event(2.0, 2, reward=0.5)
    chance = random.Random(9)
    outcomes = []
    for place in range(len(content)):
        spoilt = bytearray(content)
        spoilt[place] ^= chance.randrange(1, 256)
        outcomes.append(read_or_refused(tensorboard.read, events(tmp_path, bytes(spoilt))))
        read_or_refused(tensorboard.read, events(tmp_path, content[:place]))
    assert not any(outcomes)


@needs_package
def test_without_the_package_one_line_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = events(tmp_path, start(), event(1.0, 1, reward=0.5))
    missing: Any = None
    monkeypatch.setitem(sys.modules, "tensorboard.compat.proto.event_pb2", missing)
    assert tensorboard.recognizes(file)
    with pytest.raises(IngestError, match=r"pip install tensorboard"):
        list(tensorboard.read(file))
