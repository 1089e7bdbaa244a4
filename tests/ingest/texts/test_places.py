"""Files that are gone, have changed or are large; copies in the store."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.loading import load as loads
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.readers import door
from reasonboard.ingest.readers.registry import TEXTS
from reasonboard.ingest.snapshot import publish as changes
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.ingest.texts import kept
from reasonboard.ingest.texts.answer import Asked, ChangedError, Texts
from reasonboard.ingest.texts.text_file import TextFile, TextForm
from reasonboard.store import backup
from reasonboard.store.process import mark
from reasonboard.store.sealed import sha256_of
from tests.ingest.mine import Mine
from tests.waiting import ended, swap_for_a_pipe

STAMP = "2025-01-01T00-00-00.000000"


def written(folder: Path, answers: list[str], task: str = "gsm8k") -> Path:
    """A results file of the harness with these answers beside it, every second of them right."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        {"doc_id": at, "doc": {"question": f"q{at} é"}, "target": "1", "resps": [[answer]], "filtered_resps": [answer],
         "filter": "none", "metrics": ["exact_match"], "exact_match": float(at % 2)}
        for at, answer in enumerate(answers)
    ]  # fmt: skip
    results = {
        "results": {task: {"exact_match,none": 0.5, "exact_match_stderr,none": 0.1}},
        "versions": {task: 3}, "configs": {task: {}}, "model_name": "org/m-7b", "config": {"model": "hf"},
    }  # fmt: skip
    samples = folder / f"samples_{task}_{STAMP}.jsonl"
    samples.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / f"results_{STAMP}.json").write_text(json.dumps(results))
    return samples


def place(mine: Mine, item: str) -> tuple[TextFile, str, int]:
    ((path, name, sha256, size, reader, begin),) = mine.query(
        "SELECT path, name, text_file.sha256, bytes, reader, place FROM sample "
        f"JOIN text_file ON text_file.sha256 = sample.text_file WHERE item = '{item}'"
    )
    row = {"path": path, "name": name, "sha256": sha256, "bytes": size, "reader": reader}
    assert isinstance(begin, int)
    return door.text_file(row, mine.data, mine.store), str(reader), begin


def answer(mine: Mine, item: str) -> str | None:
    file, reader, begin = place(mine, item)
    return door.read(file, reader, begin, item, 0).answer


def test_an_answer_is_read_where_the_load_found_it(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two é", "three"])
    mine.load(str(samples.parent))
    assert [answer(mine, str(at)) for at in range(3)] == ["one", "two é", "three"]
    file, reader, begin = place(mine, "2")
    assert door.place_in_words(file, reader, begin) == "line 3"


def test_a_file_that_is_gone_or_has_changed_says_so(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    mine.load(str(samples.parent))
    content = samples.read_bytes()
    samples.write_bytes(content.replace(b"two", b"six"))  # of the same size
    with pytest.raises(ChangedError, match="has changed since it was loaded"):
        answer(mine, "1")
    samples.write_bytes(content)
    os.utime(samples)  # touched, or copied back
    assert answer(mine, "1") == "two"
    samples.unlink()
    with pytest.raises(ChangedError, match="loaded from is gone"):
        answer(mine, "1")
    samples.mkdir()
    with pytest.raises(ChangedError, match="not a regular file"):
        answer(mine, "1")
    assert mine.query("SELECT count(*) FROM sample") == [(2,)]


def test_another_row_at_the_place_is_not_shown(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    mine.load(str(samples.parent))
    file, reader, begin = place(mine, "1")
    with pytest.raises(ChangedError, match="another problem in its place"):
        door.read(file, reader, begin, "0", 0)
    with pytest.raises(ChangedError, match="no longer in the file"):
        door.read(file, reader, begin + 5, "1", 0)


@pytest.mark.long
def test_texts_are_found_again_where_they_were_moved_to_and_loaded_from(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    mine.load(str(samples.parent))
    samples.parent.rename(mine.folder / "moved")
    with pytest.raises(ChangedError):
        answer(mine, "1")
    mine.load(str(mine.folder / "moved"))
    assert answer(mine, "1") == "two"


@pytest.mark.long
def test_kept_texts_outlive_their_files_and_new_snapshots_and_go_with_their_run(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two", "x" * 600_000, "four"])
    report = mine.load(str(samples.parent), keep_texts=True)
    assert report.kept == 1
    samples.unlink()
    mine.load(name="other")  # another snapshot
    publish(mine.data, mine.store)
    assert answer(mine, "1") == "two"
    assert answer(mine, "2") == "x" * 600_000
    assert answer(mine, "3") == "four"
    (copy,) = (mine.store / backup.TEXTS).iterdir()
    assert copy.stat().st_size < 10_000
    backup.backup(mine.store, mine.folder / "kept")
    assert [path.name for path in (mine.folder / "kept" / backup.TEXTS).iterdir()] == [copy.name]
    remove(mine.data, mine.store, ["mine"])
    assert list((mine.store / backup.TEXTS).iterdir()) == []


def test_texts_can_be_kept_of_what_is_loaded_already(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    mine.load(str(samples.parent))
    assert not (mine.store / backup.TEXTS).exists()
    report = mine.load(str(samples.parent), keep_texts=True)
    assert (report.read, report.kept) == (0, 1)
    samples.unlink()
    assert answer(mine, "1") == "two"


@pytest.mark.parametrize("begin", [0, 1, 262_143, 262_144, 600_000, 999_999, 1_000_000])
@pytest.mark.parametrize("size", [1, 70_000, 600_000])
def test_a_copy_in_blocks_has_the_bytes_of_its_file(tmp_path: Path, begin: int, size: int) -> None:
    content = bytes(at * at % 251 for at in range(1_000_000))
    (tmp_path / "file").write_bytes(content)
    (tmp_path / "store").mkdir()
    digest = hashlib.sha256(content).hexdigest()
    kept.keep(tmp_path / "store", digest, "lm_eval", tmp_path / "file")
    copy = kept.path_of(tmp_path / "store", digest, "lm_eval")
    assert kept.read(copy, begin, size) == content[begin : begin + size]


def test_a_damaged_copy_is_one_line(tmp_path: Path) -> None:
    copy = tmp_path / "copy.blocks"
    copy.write_bytes(b"\x00" * 40)
    file = TextFile(copy, "x.jsonl", "", 0, kept=True)
    with pytest.raises(ChangedError):
        door.read(file, "lm_eval", 0, "0", 0)


def test_an_answer_of_50_megabytes_is_read_within_its_time(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    sample = {
        "id": "0",
        "epoch": 1,
        "input": "q",
        "output": {"choices": [{"message": {"content": "x" * 50_000_000}}]},
    }
    path.write_text(json.dumps(sample))
    file = TextFile(path, "log.json", sha256_of(path), path.stat().st_size)
    found = door.read(file, "inspect_part", 0, "0", 0)
    assert found.answer is not None
    assert len(found.answer) == 50_000_000


def test_another_load_takes_no_copies_of_one_that_is_not_published_yet(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = written(mine.folder / "run", ["one"])
    mine.load(str(written(mine.folder / "before", ["two"]).parent), name="a", keep_texts=True)
    change = changes.change

    def change_later(*arguments: Any, **options: Any) -> str:
        """Between the copies and the snapshot another load ends."""
        loads._remove_other_texts(mine.store)
        return change(*arguments, **options)

    monkeypatch.setattr(loads, "change", change_later)
    mine.load(str(samples.parent), name="b", keep_texts=True)
    named = {name for (name,) in mine.query("SELECT sha256 FROM text_file")}
    assert {path.stem for path in (mine.store / backup.TEXTS).iterdir()} == named
    assert len(named) == 2


def test_a_copy_that_is_being_written_stays_and_that_of_a_killed_process_goes(
    tmp_path: Path,
) -> None:
    process, start, machine = mark().split(".")
    (tmp_path / backup.TEXTS).mkdir()
    own = tmp_path / backup.TEXTS / f"ab.{mark()}.building"
    killed = tmp_path / backup.TEXTS / f"ab.{process}.{int(start) + 1}.{machine}.building"
    for path in (own, killed):
        path.touch()
    kept.remove_others(tmp_path, [])
    assert list((tmp_path / backup.TEXTS).iterdir()) == [own]


def test_a_file_of_the_same_size_and_time_is_not_the_one_that_was_loaded(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    os.utime(samples, (1e9, 1e9))
    mine.load(str(samples.parent))
    assert answer(mine, "1") == "two"
    samples.write_bytes(samples.read_bytes().replace(b"two", b"six"))
    os.utime(samples, (1e9, 1e9))
    with pytest.raises(ChangedError, match="has changed since it was loaded"):
        answer(mine, "1")


@pytest.mark.parametrize("swap", ["pipe", "link", "folder", "link to itself"])
def test_what_has_the_place_of_the_file_is_not_read(mine: Mine, swap: str) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    mine.load(str(samples.parent))
    other = samples.rename(mine.folder / "other")
    if swap == "pipe":
        os.mkfifo(samples)
    elif swap == "folder":
        samples.mkdir()
    else:
        samples.symlink_to(other if swap == "link" else samples)
    (error,) = ended(lambda: answer(mine, "1"))
    assert isinstance(error, ChangedError)
    assert str(error).startswith("The file cannot be read: ")


def test_a_file_that_is_swapped_while_it_is_read_shows_what_was_loaded(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    mine.load(str(samples.parent))
    read = TEXTS["lm_eval"].read

    def swapped(file: TextFile, begin: int, asked: Asked) -> Texts:
        swap_for_a_pipe(samples)
        return read(file, begin, asked)

    monkeypatch.setitem(TEXTS, "lm_eval", TextForm(swapped, "line"))
    assert ended(lambda: answer(mine, "1")) == ["two"]


def test_a_file_that_is_written_to_while_it_is_read_shows_nothing(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = written(mine.folder / "run", ["one", "two"])
    mine.load(str(samples.parent))
    read = TEXTS["lm_eval"].read

    def overwritten(file: TextFile, begin: int, asked: Asked) -> Texts:
        samples.write_bytes(samples.read_bytes().replace(b"two", b"six"))
        return read(file, begin, asked)

    monkeypatch.setitem(TEXTS, "lm_eval", TextForm(overwritten, "line"))
    with pytest.raises(ChangedError, match="has changed since it was loaded"):
        answer(mine, "1")
