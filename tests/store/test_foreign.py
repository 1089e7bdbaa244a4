"""Files of others: none makes anybody wait, and none is taken for another."""

import fcntl
import os
import signal
import socket
import threading
from pathlib import Path

import pytest

from reasonboard.store import foreign
from reasonboard.store.sealed import sha256_of
from tests.store import one_door
from tests.waiting import ended

OURS = {
    # Files in a store, which we alone write.
    "ingest/staging/staging.py": {"__init__"},
    "ingest/texts/kept.py": {"_copy", "_write", "read"},
    "store/answers.py": {"writer_of"},
    "store/backup.py": {"copy_beside"},
    "store/damage.py": {"set_all_aside"},
    "store/dropped.py": {"_exclusive_folder", "_unpack", "append", "unpacked"},
    "store/folder.py": {"writing"},
    "store/going.py": {"all_loads", "note"},
    "store/pushed.py": {"_before", "_locked", "aside"},
    "store/sealed.py": {"copy", "sync"},
    "store/serving.py": {"serving"},
    "web/links/folder.py": {"find"},
    # What is written or sent, and copies in folders of our own.
    "export/parquet.py": {"parquet_chunks"},
    "ingest/staging/isolated.py": {"_death", "_started", "processor_seconds"},
    "ingest/staging/reader_job.py": {"_run"},
    "python/log.py": {"__init__"},
    "remote/parts.py": {"_write"},
    "store/places/bucket.py": {"fetch", "put"},
    "store/places/folder.py": {"fetch", "put"},
    "web/api/files.py": {"write_body"},
    # What is installed with the product, and what the kernel says.
    "ingest/snapshot/build.py": {"tables_digest"},
    "ingest/readers/tables/vocabulary.py": {""},
    "ingest/scripts/sql.py": {"text"},
    "ingest/scripts/studies.py": {"_script"},
    "store/answer_rows.py": {"_needed_rows", "pushdown_sql"},
    "store/check.py": {"broken"},
    "store/connections.py": {"connect_with_answers"},
    "store/process.py": {"_boot", "_state_and_start", "is_locked"},
    "web/images/browser.py": {"Drawer"},
    "web/monitoring/metrics.py": {"_resident_bytes"},
    "web/monitoring/peer.py": {"_owners"},
    "web/standalone/delivery.py": {"_text", "contained"},
    "web/standalone/site.py": {"site"},
    "web/static_files.py": {"_encode", "bundle", "library"},
    # The door itself.
    "store/foreign.py": {"opened"},
}
"""Who opens files that no other writes to."""


def test_no_other_function_opens_a_file_that_is_not_ours() -> None:
    assert one_door.opening() == OURS


def spoilt(folder: Path, kind: str) -> Path:
    """A path that is no regular file."""
    path = folder / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
    elif kind == "link to itself":
        path.symlink_to(path)
    elif kind == "link to a pipe":
        os.mkfifo(folder / "pipe")
        path.symlink_to(folder / "pipe")
    elif kind == "device":
        return Path("/dev/zero")
    elif kind == "name with NUL":
        return folder / "a\0b"
    return path


KINDS = (
    "pipe", "folder", "socket", "link to itself", "link to a pipe", "device", "name with NUL", "absent"
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_regular_file_is_refused_and_waits_for_nobody(tmp_path: Path, kind: str) -> None:
    path = spoilt(tmp_path, kind)
    (result,) = ended(lambda: foreign.read(path, 100))
    assert isinstance(result, OSError)
    assert result.strerror
    (result,) = ended(lambda: sha256_of(path))
    assert isinstance(result, OSError)


def test_a_file_that_another_process_holds_back_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "leased"
    path.write_text("x")
    before = signal.signal(signal.SIGIO, signal.SIG_IGN)
    holder = os.open(path, os.O_RDWR)
    try:
        try:
            fcntl.fcntl(holder, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        except OSError:
            pytest.skip("no leases on this file system")
        (result,) = ended(lambda: foreign.read(path, 100))
        assert isinstance(result, BlockingIOError)
    finally:
        os.close(holder)
        signal.signal(signal.SIGIO, before)
    assert foreign.read(path, 100) == b"x"


def test_a_link_is_refused_where_none_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to("file")
    assert foreign.read(tmp_path / "link", 100) == b"x"
    with pytest.raises(OSError, match="symbolic"):
        foreign.read(tmp_path / "link", 100, links=False)


def test_no_more_is_read_than_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 101)
    with pytest.raises(OSError, match="more than 100 bytes"):
        foreign.read(path, 100)
    with path.open("ab") as file:
        file.truncate(1 << 40)  # with nothing in it on the disk
    with pytest.raises(OSError, match="more than 100 bytes"):
        foreign.read(path, 100)


def test_a_library_opens_the_file_that_was_judged_whatever_has_its_name(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("judged")
    with foreign.opened(path) as file:
        path.unlink()
        os.mkfifo(path)
        reached = foreign.reached(file)
        assert reached.read_text() == "judged"
        assert foreign.with_name(f"'{reached}' is bad", "a.csv") == "'a.csv' is bad"


def test_a_call_that_does_not_end_is_left_to_itself_and_others_are_refused_until_it_ends() -> None:
    path, other, ends = Path("slow"), Path("other"), threading.Event()
    with pytest.raises(TimeoutError):
        foreign.within(0.01, path, ends.wait)
    with pytest.raises(TimeoutError):
        foreign.within(60, path, lambda: pytest.fail("it was called"))
    assert foreign.within(60, other, lambda: 3) == 3
    ends.set()
    while path in foreign._Calls.late:
        pass
    assert foreign.within(60, path, lambda: 4) == 4


def test_an_error_of_a_call_is_that_of_who_waits() -> None:
    def fail() -> None:
        raise TimeoutError("of the share itself")

    with pytest.raises(TimeoutError, match="of the share"):
        foreign.within(60, Path("file"), fail)
    assert Path("file") not in foreign._Calls.late


def test_a_digest_is_of_what_the_file_has_now(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one")
    os.utime(path, (1e9, 1e9))
    first = sha256_of(path)
    path.write_bytes(b"two")
    os.utime(path, (1e9, 1e9))  # as it was; the size is, too
    assert sha256_of(path) != first
