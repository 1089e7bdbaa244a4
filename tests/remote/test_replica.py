"""`reasonboard serve --from URL`: pages stay, and change with what is published."""

import threading
import time
from pathlib import Path
from urllib.request import urlopen

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
from tests.serving import serving

pytestmark = pytest.mark.usefixtures("studies_made")


class Reader(threading.Thread):
    """Reads a page again and again, and notes what went wrong."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._address = address
        self.ended = threading.Event()
        self.pages = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self.ended.wait(0.05):
            try:
                with urlopen(self._address, timeout=20) as answer:
                    text = answer.read().decode()
                    self.pages += 1
                    if "</html>" not in text:
                        self.wrong.append("a torn page")
            except OSError as error:
                self.wrong.append(str(error))


def rows(address: str, search: str = "?source=b") -> str:
    """The rows of the list of all numbers, of the load b alone, as the replica has them."""
    with urlopen(f"{address}api/data/by_source.csv{search}", timeout=20) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("scheme", ["s3"])
def test_a_replica_takes_over_a_publish_while_pages_are_read(
    url: str, place: Place, loaded: Loaded, data: Path, store: Path, tmp_path: Path
) -> None:
    loaded("a", 10)
    first = publish(place, data, store).version
    log = tmp_path / "log"
    settings = {"REASONBOARD_DATA": str(data), "REASONBOARD_PULL_SECONDS": "1"}
    replica = tmp_path / "replica"
    with serving(replica, log=log, settings=settings, arguments=["--from", url]) as address:
        reader = Reader(address)
        reader.start()
        loaded("b", 20)
        version = publish(place, data, store).version
        until = time.monotonic() + 60
        while not list(replica.glob(f"results-*-{version}.duckdb")):
            assert time.monotonic() < until
            time.sleep(0.1)
        while "lab/b" not in rows(address):
            assert time.monotonic() < until
            time.sleep(0.2)
        # An address that names a version works on a replica as where it was made.
        assert "lab/b" in rows(address, f"?data={version}")
        kept = rows(address, f"?data={first}")
        assert "lab/a" in kept
        assert "lab/b" not in kept
        reader.ended.set()
        reader.join()
    assert reader.pages
    assert reader.wrong == []
    assert log.read_text().count("\n") == 1  # where it is, and no problem


@pytest.mark.long
def test_a_replica_whose_place_is_away_answers_and_says_so_once(
    tmp_path: Path, data: Path, small_store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = {"REASONBOARD_DATA": str(data), "REASONBOARD_PULL_SECONDS": "1"}
    url = f"file://{tmp_path}/unmounted"
    with serving(small_store, settings=settings, arguments=["--from", url]) as address:
        time.sleep(5)
        with urlopen(address, timeout=20) as answer:
            assert answer.status == 200
    assert capfd.readouterr().err == (
        f"reasonboard: {url}: no such folder (expected an existing one). Serving the last copy.\n"
    )


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
