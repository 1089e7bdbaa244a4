"""What `check --from` compares."""

from pathlib import Path

import duckdb
import pytest

from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.remote import parts
from reasonboard.remote.publish import publish
from reasonboard.store import pointer as pointers
from reasonboard.store.places.place import Place
from reasonboard.store.pointer import POINTER
from reasonboard.store.sealed import sha256_of
from tests.ingest.in_process import read_here
from tests.remote.conftest import IN_A_BUCKET, Loaded

pytestmark = pytest.mark.usefixtures("studies_made")

LM_EVAL = Path(__file__).parents[1] / "files" / "lm-eval"


def changed(place: Place, store: Path, sql: str) -> None:
    """Publish a snapshot in which somebody has changed something."""
    pointer = pointers.read(store)
    assert pointer
    path = store / pointer.current.file
    path.chmod(0o644)
    with duckdb.connect(str(path)) as connection:
        connection.execute(sql)
    entry = pointer.current.__class__(**(vars(pointer.current) | {"sha256": sha256_of(path)}))
    pointers.write(store, pointers.Pointer(entry))
    place.put(path, entry.file)
    place.put(store / POINTER, POINTER)


@pytest.mark.long
@IN_A_BUCKET
def test_equal_numbers_are_sound_and_another_one_is_named(
    url: str,
    place: Place,
    loaded: Loaded,
    data: Path,
    store: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["check", "--from", url]) == 3
    assert "nothing published yet" in capsys.readouterr().err
    name, other = loaded("a", 10), loaded("b", 20)
    publish(place, data, store)
    assert cli.main(["check", "--from", url, "--one-in", "1"]) == 0
    assert capsys.readouterr().out == "All is sound: 2 runs as in the parts.\n"
    changed(place, store, "UPDATE measurement SET value = 0.11 WHERE value = 0.1")
    assert cli.main(["check", "--from", url, "--one-in", "1"]) == 3
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(
        f"MATH500, accuracy: 0.11 in the snapshot, 0.1 in part {name} (expected the same)"
    )
    changed(place, store, "DELETE FROM measurement")
    run_file = parts.read(place, other).file_of("loaded_run")
    assert run_file
    place.remove(f"loads/{other}/{run_file.name}.parquet")
    assert cli.main(["check", "--from", url, "--one-in", "1"]) == 3
    gone, line = capsys.readouterr().out.splitlines()
    assert gone.startswith(f"part {other}: ")
    assert "accuracy: missing in the snapshot, 0.1 in part" in line


@pytest.mark.long
def test_means_of_answers_are_computed_again(
    url: str, place: Place, data: Path, store: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(parts, "read_isolated", read_here)
    stamp = "2026-01-21T03-44-18.458309"
    files = [
        LM_EVAL / f"results_{stamp}.json",
        LM_EVAL / f"samples_math_perturbed_full_{stamp}.jsonl",
    ]
    report = parts.load_to(
        place,
        [str(file) for file in files],
        name="answers",
        data=config.read().data,
        limits=Limits(),
    )
    assert report.samples
    publish(place, data, store)
    assert cli.main(["check", "--from", url, "--one-in", "1"]) == 0
    capsys.readouterr()
    changed(place, store, "UPDATE sample_score SET value = value + 0.001")
    assert cli.main(["check", "--from", url, "--one-in", "1"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(" answers in the snapshot, " in line for line in lines)
