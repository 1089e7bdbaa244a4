"""`reasonboard watch` begins when the store is free, and ends when it is asked to."""

import fcntl
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.cli import watch
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import folder


def test_it_waits_while_another_process_writes_and_says_so_in_one_line(
    data: Path,
    small_store: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(folder, "PATIENCE", 0)
    settings = config.read({"REASONBOARD_STORE": str(small_store), "REASONBOARD_DATA": str(data)})
    tries = iter(["busy", "busy", "free"])
    with (small_store / "lock").open("a+") as lock:

        def publish_when_free(data: Path, store: Path) -> None:
            fcntl.flock(lock, fcntl.LOCK_EX if next(tries) == "busy" else fcntl.LOCK_UN)
            publish(data, store)

        monkeypatch.setattr(watch, "publish", publish_when_free)
        assert watch._publish_when_free(settings)
    assert next(tries, None) is None
    (line,) = capsys.readouterr().out.splitlines()
    assert "is writing to it" in line


def test_ctrl_c_ends_it_while_it_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(data: Path, store: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "publish", interrupted)
    assert not watch._publish_when_free(config.read({"REASONBOARD_STORE": str(tmp_path)}))
