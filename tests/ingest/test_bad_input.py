"""What people and accidents hand to `reasonboard load`: one line, exit code 2, and the data untouched."""

import gzip
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.store.pointer import POINTER
from tests.ingest.refusal import Refused
from tests.states import many

COMMAND = str(Path(sys.executable).with_name("reasonboard"))
RESULTS = {
    "results": {"gsm8k": {"alias": "gsm8k", "exact_match,strict-match": 0.5, "exact_match_stderr,strict-match": 0.01}},
    "versions": {"gsm8k": 3},
    "configs": {"gsm8k": {"task": "gsm8k"}},
    "n-samples": {"gsm8k": {"original": 1319, "effective": 1319}},
    "config": {"model": "hf", "model_args": "pretrained=lab/x-7b"},
    "date": 1717379032.5,
}  # fmt: skip
TEXT = json.dumps(RESULTS, indent=1)
CSV = "model,benchmark,metric,value,unit\nm,B,acc,0.5,fraction\n"


JSON: dict[str, tuple[bytes, str]] = {
    "an empty file": (b"", r"empty \(expected"),
    "only spaces": (b"  \n ", "expected"),
    "null": (b"null", "expected"),
    "a number": (b"5", "expected"),
    "an empty list": (b"[]", "expected"),
    "truncated": (TEXT[:-40].encode(), "r.json:"),
    "two documents": ((TEXT + TEXT).encode(), "Extra data"),
    "a trailing comma": (TEXT.replace('"date"', '"x": [1,], "date"').encode(), "r.json:"),
    "a key twice": (TEXT.replace('"date"', '"config": {}, "date"').encode(), "the key 'config' appears twice"),
    "a key twice deep down": (TEXT.replace('"alias"', '"alias": 1, "alias"').encode(), "the key 'alias' appears twice"),
    "UTF-16": (TEXT.encode("utf-16"), "UTF-16"),
    "UTF-32": (TEXT.encode("utf-32"), "UTF-(16|32)"),
    "a byte that is not UTF-8": (TEXT.replace("x-7b", "x\u00ff7b").encode("latin-1"), "is not UTF-8"),
    "a deep nest": (b'{"results":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
    "a huge integer": (TEXT.replace("0.5", "9" * 5000).encode(), "r.json"),
    "a lone surrogate": (TEXT.replace("x-7b", "\\ud800").encode(), "r.json"),
    "a NUL in a name": (TEXT.replace("x-7b", "x\\u0000").encode(), "r.json"),
    "a name of 10,000 characters": (TEXT.replace("x-7b", "x" * 10_000).encode(), "512 characters"),
    "results that are a list": (json.dumps(RESULTS | {"results": [1]}).encode(), "not recognized"),
    "gzip": (gzip.compress(TEXT.encode()), r"gzip \(expected the unpacked files"),
    "a zip": (b"PK\x03\x04" + bytes(100), r"a damaged zip \(expected a whole one, unpacked"),
    "random bytes": (random.Random(1).randbytes(1000), "expected"),
    "an SQLite database": (b"SQLite format 3\0" + bytes(100), "an SQLite database"),
}  # fmt: skip


@pytest.mark.parametrize("kind", JSON)
def test_a_damaged_document_is_refused_in_one_line(
    kind: str, tmp_path: Path, refused: Refused
) -> None:
    content, message = JSON[kind]
    (tmp_path / "r.json").write_bytes(content)
    line = refused(str(tmp_path / "r.json"))
    assert re.search(message, line), line


def test_a_document_that_is_cut_anywhere_is_refused(tmp_path: Path, refused: Refused) -> None:
    for cut in range(1, len(TEXT) - 1, 60):
        (tmp_path / "r.json").write_text(TEXT[:cut])
        refused(str(tmp_path / "r.json"))


TABLES: dict[str, tuple[str | bytes, str]] = {
    "ragged": (CSV + "m,B,acc,0.5\n", r"t\.csv:3: 4 cells \(expected 5"),
    "an unclosed quote": (CSV + 'm,B,"acc,0.5,fraction\n', r"t\.csv:\d+: "),
    "100,000 columns": (CSV.replace("unit", "unit," + ",".join(map(str, range(100_000)))), r"t\.csv:1"),
    "a line of 30 MB": (CSV + "m," + "x" * 30_000_000 + ",acc,1,fraction\n", r"t\.csv:3"),
    "only a header twice": (CSV.replace("metric", "value"), "two columns are called 'value'"),
    "a semicolon": (CSV.replace(",", ";").replace("fraction", ""), r"is 0\.5 in 'value' 50% or 0\.5%\? Say --as"),
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_a_damaged_table_is_refused_in_one_line(
    kind: str, tmp_path: Path, refused: Refused
) -> None:
    content, message = TABLES[kind]
    (tmp_path / "t.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    line = refused(str(tmp_path / "t.csv"))
    assert re.search(message, line), line[:300]


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("ending", ["eval", "xlsx"])
@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"header.json": b"{}" + b" " * 200_000_000}, "inflates"),
        ({"header.json": b"{}", "../../evil": b"x"}, "leads out of the archive"),
        ({"header.json": b"{}", "/etc/evil": b"x"}, "names inside the archive"),
    ],
    ids=["a bomb", "a way out", "an absolute name"],
)
def test_an_archive_that_could_do_harm_is_refused(
    members: dict[str, bytes], message: str, ending: str, tmp_path: Path, refused: Refused
) -> None:
    path = zipped(tmp_path / f"r.{ending}", members)
    assert message in refused(str(path))
    assert not list(tmp_path.rglob("evil"))


@pytest.mark.parametrize("ending", ["eval", "xlsx"])
def test_an_archive_that_declares_less_than_it_holds_is_refused(
    ending: str, tmp_path: Path, refused: Refused
) -> None:
    path = zipped(tmp_path / f"r.{ending}", {"header.json": b"{}" + b" " * 5_000_000})
    size = (5_000_002).to_bytes(4, "little")
    assert path.read_bytes().count(size) == 2
    path.write_bytes(path.read_bytes().replace(size, (10).to_bytes(4, "little")))
    assert "bytes than it declares" in refused(str(path))


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _dangling(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _empty_folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("make", [_fifo, _dangling, _loop, _device, _empty_folder])
def test_what_is_no_file_with_results_is_refused(
    make: Callable[[Path], None], tmp_path: Path, refused: Refused
) -> None:
    make(tmp_path / "r.json")
    refused(str(tmp_path / "r.json"))


@pytest.mark.parametrize(
    "path", ["nowhere.json", "http://127.0.0.1/r.json", "s3://bucket/r.json", "file:///etc/passwd"]
)
def test_what_is_not_there_or_elsewhere_is_refused(path: str, refused: Refused) -> None:
    refused(path)


def test_a_damaged_file_refuses_the_sound_ones_beside_it_only_when_strict(
    tmp_path: Path, refused: Refused, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "a.json").write_text(TEXT)
    (folder / "b.json").write_text(TEXT[:-30])
    assert "b.json" in refused(str(folder), "--strict")
    assert cli.main(["load", str(folder)]) == 2
    said = capsys.readouterr()
    assert re.fullmatch(
        r"reasonboard: \S+/b\.json:\d+:\d+: .*\. Nothing of it was loaded\.\n", said.err
    )
    assert "Loaded as results: 1 file read, 1 refused, 1 run" in said.out


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / "t.jsonl"
    row = json.dumps({"model": "m", "benchmark": "B", "value": 1, "unit": "percent", "step": 1})
    path.write_text(f"{row}\n" * 50_000)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            with path.open("a") as file:
                file.write(f"{row}\n")
            time.sleep(0.01)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert "changed while it was read" in refused(str(path))
    finally:
        stop.set()
        writer.join()


@pytest.mark.parametrize("room", many([1_000, 1_000_000], [1_000, 100_000, 1_000_000, 3_000_000]))
def test_a_disk_that_is_full_is_said_and_leaves_the_data(
    room: int, store: Path, tmp_path: Path
) -> None:
    rows = "".join(f"m,B{n},acc,0.5,fraction\n" for n in range(10_000))
    (tmp_path / "t.csv").write_text(CSV + rows.replace("B,", "B0,"))
    pointer = (store / POINTER).read_bytes()

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    done = subprocess.run(
        [COMMAND, "load", str(tmp_path / "t.csv")],
        check=False, capture_output=True, text=True, preexec_fn=limited, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().endswith("Nothing was loaded.")
    assert (store / POINTER).read_bytes() == pointer
    assert not list(store.glob("building-*"))
