"""Digests of files, and copies of them."""

import hashlib
import os
from pathlib import Path

import pytest

from reasonboard.store import sealed
from reasonboard.store.sealed import copy, rename_durably, sha256_of


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were read for a digest."""
    names: list[str] = []
    real = hashlib.file_digest

    def noted(opened: object, name: str) -> object:
        names.append(str(getattr(opened, "name", "")))
        return real(opened, name)  # type: ignore[arg-type]

    monkeypatch.setattr(hashlib, "file_digest", noted)
    return names


def test_a_file_is_read_once_as_long_as_nothing_changes_it(
    tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "_TOLD_APART", -60.0)
    path = tmp_path / "file"
    path.write_bytes(b"one")
    assert sha256_of(path) == sha256_of(path) == hashlib.sha256(b"one").hexdigest()
    assert len(read) == 1
    path.write_bytes(b"other")
    assert sha256_of(path) == hashlib.sha256(b"other").hexdigest()
    assert len(read) == 2


def test_a_file_that_was_just_changed_is_read_each_time(tmp_path: Path, read: list[str]) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"two", b"six"):  # of one size, and perhaps within a tick of the clock
        path.write_bytes(content)
        assert sha256_of(path) == hashlib.sha256(content).hexdigest()
    assert len(read) == 3


def test_where_times_are_whole_seconds_a_file_is_read_each_time_for_longer(
    tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "_TOLD_APART", -60.0)
    path = tmp_path / "file"
    path.write_bytes(b"one")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert sha256_of(path) == sha256_of(path)
    assert len(read) == 2


def test_a_file_that_is_renamed_is_not_read_for_the_digest_that_its_writer_knows_until_it_changes(
    tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "_TOLD_APART", -60.0)
    path, target = tmp_path / "building", tmp_path / "file"
    path.write_bytes(b"one")
    rename_durably(path, target, sha256_of(path))
    assert sha256_of(target) == hashlib.sha256(b"one").hexdigest()
    assert len(read) == 1
    target.write_bytes(b"two")
    assert sha256_of(target) == hashlib.sha256(b"two").hexdigest()


def test_a_copy_has_the_content_and_is_a_file_of_its_own(tmp_path: Path) -> None:
    path, target = tmp_path / "file", tmp_path / "copy"
    path.write_bytes(b"one" * 100_000)
    copy(path, target)
    assert target.read_bytes() == path.read_bytes()
    target.write_bytes(b"other")
    assert path.read_bytes() == b"one" * 100_000
