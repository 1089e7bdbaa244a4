"""What a zip can do to whoever reads it: nothing here, and whoever made it is told why."""

import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zipfile_zstd  # noqa: F401  (teaches zipfile method 93)

from reasonboard.ingest.formats import archive
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File

ZSTANDARD = 93


def zipped(path: Path, method: int = zipfile.ZIP_DEFLATED, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", method) as whole:
        for name, content in (members or {"a": b"one" * 100, "b": b"two" * 50}).items():
            whole.writestr(name, content)
    return path


def named(path: Path, *names: str) -> Path:
    """A zip whose members have these names, checked by nobody."""
    with zipfile.ZipFile(path, "w") as whole, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names:
            info = zipfile.ZipInfo("x" * len(name))
            info.filename = name
            whole.writestr(info, b"content")
    return path


def refused(path: Path, match: str) -> None:
    with pytest.raises(IngestError, match=match) as caught:
        archive.check(File(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTANDARD])
def test_a_member_is_read_as_it_was_written(tmp_path: Path, method: int) -> None:
    content = bytes(range(256)) * 5000
    found = archive.check(File(zipped(tmp_path / "a.zip", method, one=content, two=b"")))
    assert list(found.members) == ["one", "two"]
    assert archive.read(found, "one") == content
    assert archive.read(found, "two") == b""


def test_a_zip_in_a_zip_is_only_a_member(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip").read_bytes()
    found = archive.check(File(zipped(tmp_path / "a.zip", inner=inner)))
    assert archive.read(found, "inner") == inner


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    found = archive.check(File(named(tmp_path / "a.zip", "header.json/", "c")))
    with pytest.raises(IngestError, match=r"'header.json' is a folder \(expected a file\)"):
        archive.read(found, "header.json")


def test_a_bomb_is_refused_by_what_it_declares(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", bomb=bytes(200 * 1024 * 1024))
    assert path.stat().st_size < 300_000
    refused(path, r"inflates .*to 209715200 bytes \(expected at most 1000 times its size")


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, ZSTANDARD])
def test_a_bomb_that_declares_little_is_not_inflated(tmp_path: Path, method: int) -> None:
    path = zipped(tmp_path / "a.zip", method, bomb=bytes(32 * 1024 * 1024))
    raw = path.read_bytes().replace(struct.pack("<L", 32 * 1024 * 1024), struct.pack("<L", 10))
    path.write_bytes(raw)
    with pytest.raises(IngestError, match="'bomb' has more bytes than it declares"):
        archive.read(archive.check(File(path)), "bomb")


def test_a_member_over_the_limit_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = archive.check(File(zipped(tmp_path / "a.zip", one=b"x" * 2000)))
    monkeypatch.setattr(archive, "LARGEST_MEMBER", 1999)
    with pytest.raises(IngestError, match=r"'one' has 2000 bytes \(expected at most 1999\)"):
        archive.read(found, "one")


def test_too_much_in_all_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_WHOLE", 400)
    refused(zipped(tmp_path / "a.zip"), r"inflates to 450 bytes \(expected at most 400\)")


def test_too_many_members_are_refused_before_they_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as whole:
        for number in range(archive.MOST_MEMBERS + 1):
            whole.writestr(zipfile.ZipInfo(str(number)), b"")
    refused(path, r"100001 members in \d+ bytes \(expected at most 100000\)")


def test_more_than_65535_members_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as whole:
        for number in range(65_600):
            whole.writestr(zipfile.ZipInfo(str(number)), b"1")
    found = archive.check(File(path))
    assert archive.read(found, "65599") == b"1"


@pytest.mark.parametrize(
    "name",
    ["../../evil", "/abs", "C:\\x", "C:x", "\\\\host\\share", "a/../../b", "a\\b", "..", "a/.."],
)
def test_a_name_that_leaves_the_archive_is_refused(tmp_path: Path, name: str) -> None:
    refused(named(tmp_path / "a.zip", "ok", name), "expected names? inside")


def test_a_name_with_nul_is_refused(tmp_path: Path) -> None:
    path = named(tmp_path / "a.zip", "a?b")
    path.write_bytes(path.read_bytes().replace(b"a?b", b"a\0b"))
    refused(path, r"named 'a\\x00b'")


@pytest.mark.parametrize("twin", ["header.json", "header.json/"])
def test_a_name_that_stands_twice_is_refused(tmp_path: Path, twin: str) -> None:
    refused(named(tmp_path / "a.zip", "header.json", twin), "appears twice")


def test_a_link_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as whole:
        info = zipfile.ZipInfo("link")
        info.external_attr = 0o120777 << 16
        whole.writestr(info, b"/etc/passwd")
    refused(path, "'link' is a link")


@pytest.mark.parametrize(
    ("method", "name"), [(zipfile.ZIP_BZIP2, "12, bzip2"), (zipfile.ZIP_LZMA, "14, LZMA")]
)
def test_another_method_is_refused_by_its_name(tmp_path: Path, method: int, name: str) -> None:
    refused(zipped(tmp_path / "a.zip", method), f"packed by method {name} .*deflate or zstandard")


def changed(path: Path, signature: bytes, place: int, value: bytes) -> Path:
    """The zip with some bytes of its first structure of a kind replaced."""
    raw = bytearray(path.read_bytes())
    at = raw.index(signature) + place
    raw[at : at + len(value)] = value
    path.write_bytes(raw)
    return path


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = changed(zipped(tmp_path / "a.zip"), b"PK\x01\x02", 8, b"\1\0")
    refused(path, "'a' is encrypted")


def test_aes_is_refused_by_its_name(tmp_path: Path) -> None:
    path = changed(zipped(tmp_path / "a.zip"), b"PK\x01\x02", 10, b"\x63\0")
    refused(path, "method 99, AES encryption")


def test_members_that_overlap_are_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", zipfile.ZIP_STORED, a=b"content", b=b"content")
    raw = path.read_bytes()
    second = raw.index(b"PK\x01\x02", raw.index(b"PK\x01\x02") + 1)
    path.write_bytes(raw[: second + 42] + struct.pack("<L", 0) + raw[second + 46 :])
    refused(path, "overlaps what follows it")


def test_a_header_that_differs_from_the_list_is_refused(tmp_path: Path) -> None:
    path = changed(zipped(tmp_path / "a.zip"), b"PK\x03\x04", 30, b"z")
    with pytest.raises(IngestError, match="'a' has another name in its header"):
        archive.read(archive.check(File(path)), "a")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTANDARD])
def test_a_damaged_member_is_refused(tmp_path: Path, method: int) -> None:
    path = zipped(tmp_path / "a.zip", method, a=bytes(range(200)))
    changed(path, b"PK\x03\x04", 31 + 30, b"\xff\xff\xff")
    with pytest.raises(IngestError, match=r"'a' (is damaged|has fewer bytes|has more bytes)"):
        archive.read(archive.check(File(path)), "a")


@pytest.mark.parametrize(
    ("edit", "match"),
    [
        (lambda raw: b"#!/bin/sh\n" + raw, "bytes before"),
        (lambda raw: raw + b"junk", "nothing behind it"),
        (lambda raw: raw + bytes(30), "nothing behind it"),
        (lambda raw: raw[:0], "whole zip"),
        (lambda raw: raw[:4], "whole zip"),
    ],
)
def test_bytes_before_or_after_are_refused(
    tmp_path: Path, edit: Callable[[bytes], bytes], match: str
) -> None:
    path = zipped(tmp_path / "a.zip")
    path.write_bytes(edit(path.read_bytes()))
    refused(path, match)


def test_a_zip_that_is_cut_anywhere_is_refused(tmp_path: Path) -> None:
    raw = zipped(tmp_path / "a.zip").read_bytes()
    for end in range(len(raw)):
        (tmp_path / "cut.zip").write_bytes(raw[:end])
        refused(tmp_path / "cut.zip", "expected a whole zip|expected nothing but")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTANDARD])
def test_no_flipped_byte_changes_what_is_read(tmp_path: Path, method: int) -> None:
    path = zipped(tmp_path / "a.zip", method, a=b"one" * 20, b=b"two" * 20)
    raw = path.read_bytes()
    for place in range(len(raw)):
        path.write_bytes(raw[:place] + bytes([raw[place] ^ 0x41]) + raw[place + 1 :])
        try:
            found = archive.check(File(path))
            contents = [archive.read(found, name) for name in found.members]
        except IngestError:
            continue
        assert contents == [b"one" * 20, b"two" * 20]
