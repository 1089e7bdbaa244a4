"""Files that crash, fill or stall their reader: one line, exit code 2, and memory that stays bounded."""

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
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.staging import isolated, reader_job
from reasonboard.ingest.staging.reader_messages import Limits
from tests.ingest.readers.workbooks import Cell, replaced, workbook
from tests.ingest.refusal import Refused
from tests.states import few, many

COMMAND = str(Path(sys.executable).with_name("reasonboard"))
CSV = "model,benchmark,value,unit\nm,B,0.5,fraction\n"
SHEET: dict[str, list[list[Cell]]] = {
    "S": [["model", "benchmark", "value", "unit"], ["m", "B", 0.5, "fraction"]]
}
FIRST_SHEET = "xl/worksheets/sheet1.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"
STRINGS = (
    '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
    'sharedStrings" Target="sharedStrings.xml"/></Relationships>'
)


@pytest.fixture
def reading_here() -> None:
    """Files are read in the process of their own that they may break."""


def impossible_reference(folder: Path) -> Path:
    return replaced(workbook(folder / "r.xlsx", SHEET), FIRST_SHEET, '"A2"', '"ZZZZZZZ99999999999"')


def farthest_cell(folder: Path) -> Path:
    return replaced(workbook(folder / "r.xlsx", SHEET), FIRST_SHEET, '"D2"', '"XFD1048576"')


def merged_everywhere(folder: Path) -> Path:
    return workbook(folder / "r.xlsx", SHEET, merged="A1:XFD1048576")


def strings_beyond_count(folder: Path) -> Path:
    path = workbook(folder / "r.xlsx", SHEET)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "xl/sharedStrings.xml",
            '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
            f'count="{2**64 - 1}" uniqueCount="{2**64 - 1}"><si><t>a</t></si></sst>',
        )
    return replaced(path, RELATIONS, "</Relationships>", STRINGS)


def small_objects(folder: Path) -> Path:
    path = folder / "r.json"
    with path.open("w") as file:
        file.write('{"results": {"a": [')
        for _ in range(150):
            file.write('{"a":1},{},' * 90_000)
        file.write("1]}}")
    return path


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (impossible_reference, "the reader failed with .*capacity overflow"),
        (farthest_cell, "the reader needs more than 1500 MB of memory .*REASONBOARD_READER_MEMORY"),
        (merged_everywhere, r"17179869184 merged cells \(expected at most 20000000"),
        (strings_beyond_count, "the reader failed with .*capacity overflow"),
        (small_objects, "the reader needs more than 1500 MB of memory .*REASONBOARD_READER_MEMORY"),
    ][: many(3, 5)],  # one of each message
)
def test_what_crashes_or_fills_a_reader_is_one_line_in_bounded_memory(
    make: Callable[[Path], Path], message: str, store: Path, tmp_path: Path
) -> None:
    path = make(tmp_path)
    before = sorted(one.name for one in store.iterdir())
    started = time.monotonic()
    code = (
        "import resource, sys; from reasonboard.cli import main as cli; code = cli.main(['load', sys.argv[1]]);"
        # Of the process itself as it is since it began: getrusage also counts what it was forked from.
        "status = dict(line.split(':') for line in open('/proc/self/status'));"
        "print(int(status['VmHWM'].split()[0]) // 1024,"
        " resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], check=False, capture_output=True, text=True, timeout=100
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert re.search(message, done.stderr), done.stderr
    assert done.stderr.endswith("Nothing was loaded.\n")
    own, reader = map(int, done.stdout.split())
    assert own < 300
    assert reader <= 1500
    assert time.monotonic() - started < 60
    assert [one for one in sorted(one.name for one in store.iterdir()) if one != "lock"] == [
        one for one in before if one != "lock"
    ]


DEEP = {
    "r.json": lambda depth: '{"results":' + "[" * depth + "]" * depth + "}",
    "o.json": lambda depth: '{"results":' * depth + "1" + "}" * depth,
    "r.jsonl": lambda depth: '{"model":' + "[" * depth + "]" * depth + "}\n{}\n",
    "t.toml": lambda depth: "unit = " + "[" * depth + "]" * depth,
    "i.toml": lambda depth: "unit = " + "{a = " * depth + "1" + "}" * depth,
}


@pytest.mark.parametrize("depth", few([100_000, 1000], 1))
@pytest.mark.parametrize("name", DEEP)
def test_a_deep_nest_is_refused(name: str, depth: int, tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / name
    path.write_text(DEEP[name](depth))
    if path.suffix == ".toml":
        path = path.with_suffix(".csv")
        path.write_text(CSV)
    assert "(expected " in refused(str(path))


@pytest.mark.parametrize(
    "text",
    [
        "[step]\nx = " + "9" * 5000,
        "[model]\nx = " + "[" * 1000 + "]" * 1000,
        "[model]\nx = " + "[" * 100_000 + "]" * 100_000,
        "[model]\n" + ".".join("a" * 100_000) + " = 1",
        '[model]\nx = "a" x',
    ],
    ids=["a long integer", "a deep nest", "a deeper nest", "a key of many parts", "a wrong line"],
)
def test_aliases_that_cannot_be_read_are_refused_at_once(
    text: str, tmp_path: Path, refused: Refused
) -> None:
    (tmp_path / "names.toml").write_text(text)
    started = time.monotonic()
    line = refused("--aliases", str(tmp_path / "names.toml"))
    assert "names.toml" in line
    assert "(expected " in line
    assert len(line) < 500
    assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    "path",
    ["x" * 5000, "/".join(["x" * 100] * 50), "a\0b.json", "no\nsuch.json", "\udcff.json"],
    ids=["a long name", "a long path", "a NUL", "a newline", "not UTF-8"],
)
def test_a_path_that_cannot_be_is_refused_in_one_line(path: str, refused: Refused) -> None:
    line = refused(path)
    assert "(expected " in line or "; expected " in line
    assert len(line) < 500


def test_a_name_that_is_not_utf_8_is_refused(tmp_path: Path, refused: Refused) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.csv"
    Path(os.fsdecode(path)).write_text(CSV)
    assert "(expected " in refused(os.fsdecode(path))


def parquet(path: Path) -> Path:
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT 'm' || range % 7 AS model, 'B' || range % 11 AS benchmark, range AS step, "
            f"random() AS value, 'fraction' AS unit FROM range(3000)) TO '{path}' (ROW_GROUP_SIZE 2048)"
        )
    return path


def test_a_damaged_parquet_table_is_read_or_refused_and_never_more(
    store: Path, data: Path, tmp_path: Path
) -> None:
    whole = parquet(tmp_path / "t.parquet").read_bytes()
    dice = random.Random(3)
    refusals = 0
    for number in range(many(3, 40)):
        content = bytearray(whole)
        if number % 5 == 0:
            del content[dice.randrange(len(content)) :]
        else:
            place = dice.randrange(len(content))
            content[place] ^= 1 << dice.randrange(8)
        (tmp_path / "t.parquet").write_bytes(content)
        try:
            load(data, store, [str(tmp_path / "t.parquet")], dry_run=True)
        except IngestError as error:
            refusals += 1
            assert "t.parquet" in str(error)  # noqa: PT017
            assert "\n" not in str(error)  # noqa: PT017
    assert refusals


def stalled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Let the process that reads files do something else."""
    package = tmp_path / "package" / "reasonboard" / "ingest" / "staging"
    package.mkdir(parents=True)
    for folder in (package, package.parent, package.parent.parent):
        (folder / "__init__.py").write_text("")
    (package / "reader_process.py").write_text(f"import os, signal, sys, time\n{body}\n")
    monkeypatch.setattr(isolated, "_ROOT", tmp_path / "package")
    monkeypatch.setattr(isolated, "_own", threading.local())


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("signal.alarm(1); time.sleep(60)", "the reader took more than 7 s .*REASONBOARD_READER_SECONDS"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", r"the reader crashed by SIGSEGV \(expected an undamaged file"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "the reader needs more than 700 MB of memory"),
        ("sys.stdin.buffer.read(1); raise KeyError('x')", r"the reader failed with .*\(expected an undamaged file"),
        ("sys.stdout.write('noise')", r"the reader failed with exit code 0 \(expected an undamaged file"),
    ],
)  # fmt: skip
def test_the_death_of_the_reader_is_one_line(
    body: str,
    message: str,
    tmp_path: Path,
    store: Path,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "t.csv").write_text(CSV)
    stalled(tmp_path, monkeypatch, body)
    with pytest.raises(IngestError, match=rf"t\.csv: {message}") as refusal:
        load(data, store, [str(tmp_path / "t.csv")], limits=Limits(700, 7))
    assert "\n" not in str(refusal.value)
    assert not [path for path in store.iterdir() if path.is_dir()]


@pytest.mark.long
def test_a_process_reads_job_after_job_until_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolated, "_own", threading.local())
    (tmp_path / "t.csv").write_text(CSV)
    (tmp_path / "u.csv").write_text(CSV + "m,B,0.5,fraction\n" * 200_000)
    used: list[Any] = []
    for name, seconds in (("t.csv", 60), ("t.csv", 60), ("u.csv", 0.001), ("t.csv", 60)):
        files, limits = gather([str(tmp_path / name)]), Limits(1500, seconds)
        with suppress(NothingReadError):
            isolated.read_isolated(files, tmp_path, "x", set(), seen=lambda _: None, limits=limits)
        used.append(getattr(isolated._own, "waiting", None))
    first, second, failed, after = used
    assert first
    assert first is second
    assert failed is None
    assert first.returncode == -signal.SIGALRM
    assert after
    assert after is not first
    assert isolated.processor_seconds() > 0
    isolated._end(after)


def test_a_file_that_takes_too_long_is_given_up(store: Path, data: Path, tmp_path: Path) -> None:
    """Reading 27 MB takes longer than a hundredth of a second on every machine."""
    rows = [
        {"model": f"m{n}", "benchmark": "B", "value": 0.5, "unit": "fraction"} for n in range(9)
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(row | {"x": "y" * 3_000_000}) + "\n" for row in rows))
    with pytest.raises(IngestError, match=r"t\.jsonl: the reader took more than 0.01 s"):
        load(data, store, [str(path)], limits=Limits(1500, 0.01))


def test_a_module_of_the_folder_that_is_loaded_is_not_run(store: Path, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(CSV)
    for name in ("orjson", "duckdb", "csv", "reasonboard"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken over')")
    done = subprocess.run(
        [COMMAND, "load", "t.csv"], check=False, capture_output=True, text=True, cwd=tmp_path, timeout=60
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Loaded as t" in done.stdout


def test_the_limit_of_memory_is_that_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: kept.update({what: limits}))
    reader_job._limit(700)
    assert kept[resource.RLIMIT_AS][0] == 700 * 1024**2
    assert kept[resource.RLIMIT_CORE] == (0, 0)


@pytest.mark.parametrize("keys", [300_000])
def test_a_key_that_stands_twice_among_many_is_refused_at_once(
    keys: int, tmp_path: Path, refused: Refused
) -> None:
    listed = ", ".join(f'"k{n}": 1' for n in range(keys))
    (tmp_path / "r.json").write_text(f'{{{listed}, "k{keys - 1}": 2}}')
    used = sum(os.times()[:4])  # of the processor, with the processes that read
    line = refused(str(tmp_path / "r.json"))
    assert f"the key 'k{keys - 1}' appears twice" in line
    assert sum(os.times()[:4]) - used < 8


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="needs Linux: the signal of a parent's death"
)
def test_the_reader_ends_with_a_load_that_is_killed(store: Path, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(CSV + "m,B,0.5,fraction\n" * 2_000_000)
    with subprocess.Popen(
        [sys.executable, "-m", "reasonboard.cli.main", "load", str(tmp_path / "t.csv")],
        env=os.environ | {"REASONBOARD_STORE": str(store)},
    ) as loading:
        children = Path(f"/proc/{loading.pid}/task/{loading.pid}/children")
        until = time.monotonic() + 60
        while not children.read_text().split():
            assert time.monotonic() < until
            time.sleep(0.02)
        (reader,) = children.read_text().split()
        of_reader = Path(f"/proc/{reader}/task/{reader}/children")
        while not of_reader.read_text().split():
            assert time.monotonic() < until
            time.sleep(0.02)
        (job,) = of_reader.read_text().split()
        loading.kill()
    until = time.monotonic() + 5
    while _is_running(reader) or _is_running(job):
        assert time.monotonic() < until, "the reader went on"
        time.sleep(0.05)


def _is_running(process: str) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]
    except FileNotFoundError:
        return False
    return state != "Z"
