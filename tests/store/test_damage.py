"""What was loaded outlives damage to the store: it is named, nothing is built on it, and a rebuild brings it back."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.store import parts, sealed
from reasonboard.store.pointer import POINTER
from tests.states import many
from tests.store.conftest import table
from tests.store.pointers import read

pytestmark = pytest.mark.usefixtures("without_studies")

Run = Callable[..., tuple[int, str, str]]
LOADED = "SELECT DISTINCT loaded_as FROM loaded_run ORDER BY 1"


@pytest.fixture
def run(
    data: Path, loaded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """The command on a store with the loads a and b: its exit code, output and errors."""
    monkeypatch.setenv("REASONBOARD_STORE", str(loaded))
    monkeypatch.setenv("REASONBOARD_DATA", str(data))

    def command(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        assert captured.err.count("\n") <= 1
        return code, captured.out, captured.err

    return command


def loads(run: Run) -> list[str]:
    code, rows, error = run("query", LOADED)
    assert code == 0, error
    return rows.split()[1:]


def snapshot(store: Path) -> Path:
    return store / str(read(store)["file"])


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def flip(path: Path, place: int = 8) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    "damage", many([flip], [truncate, flip, Path.unlink]), ids=lambda one: one.__name__
)
def test_nothing_is_loaded_on_a_damaged_snapshot_and_a_rebuild_loses_nothing(
    damage: Callable[[Path], None], run: Run, data: Path, loaded: Path
) -> None:
    before = {path.name for path in loaded.glob("results-*")}
    damage(snapshot(loaded))
    for command in (["load", table(data.parent, "c"), "--name", "c"], ["remove", "a"]):
        code, _, error = run(*command)
        assert code != 0
        assert "rebuild" in error
    assert run("check")[0] == cli.BAD_DATA
    assert before - {path.name for path in loaded.glob("results-*")} <= {snapshot(loaded).name}
    assert run("rebuild")[0] == 0
    assert loads(run) == ["a", "b"]
    assert run("check")[:2] == (0, "No problems found.\n")
    assert run("load", table(data.parent, "c"), "--name", "c")[0] == 0
    assert loads(run) == ["a", "b", "c"]


OUTSIDE = '{"file": "../../etc/passwd"}'


@pytest.mark.parametrize("text", many(["{", OUTSIDE], ["{", OUTSIDE, "", "[]", "null", "\udcff"]))
def test_a_pointer_that_cannot_be_read_is_named_and_a_rebuild_loses_nothing(
    text: str, run: Run, data: Path, loaded: Path
) -> None:
    before = {path.name: path.read_bytes() for path in loaded.glob("results-*.duckdb")}
    (loaded / POINTER).write_bytes(text.encode("utf-8", "surrogateescape"))
    for command in (
        ["load", table(data.parent, "c")], ["remove", "a"], ["rollback"], ["runs"], ["check"], ["serve"],
        ["backup", str(data.parent / "kept")],
    ):  # fmt: skip
        code, _, error = run(*command)
        assert code != 0
        assert "rebuild" in error, command
    after = {path.name: path.read_bytes() for path in loaded.glob("results-*.duckdb")}
    assert after == before
    assert run("rebuild")[0] == 0
    assert loads(run) == ["a", "b"]
    assert run("rollback")[0] == 0
    assert loads(run) == ["a"]


def test_a_pointer_that_was_removed_is_named_and_made_again(run: Run, loaded: Path) -> None:
    (loaded / POINTER).unlink()
    code, _, error = run("serve")
    assert code == cli.BAD_DATA
    assert "missing" in error
    assert run("rebuild")[0] == 0
    assert loads(run) == ["a", "b"]


def test_any_bit_of_the_pointer_that_flips_is_noticed(run: Run, loaded: Path) -> None:
    pointer = loaded / POINTER
    whole = pointer.read_bytes()
    places = [
        *range(0, len(whole) - 1, 29),
        whole.index(b'"format"') + 2,
        whole.index(b'"checksum"') + 3,
    ]
    for place in places:
        for bit in (1, 4):
            spoilt = bytearray(whole)
            spoilt[place] ^= bit
            pointer.write_bytes(spoilt)
            code, _, error = run("runs")
            assert code != 0, (place, bit)
            assert "rebuild" in error
    pointer.write_bytes(whole)
    assert run("check")[0] == 0


@pytest.mark.long
def test_another_snapshot_in_the_place_of_the_current_one_is_named(run: Run, loaded: Path) -> None:
    other = loaded / read(loaded)["before"][0]["file"]
    snapshot(loaded).write_bytes(other.read_bytes())
    for command in (["runs"], ["query", "SELECT 1"], ["check"], ["remove", "a"]):
        code, _, error = run(*command)
        assert code != 0, command
        assert "rebuild" in error or command == ["check"]
    assert run("rebuild")[0] == 0
    assert loads(run) == ["a", "b"]


def test_rollback_goes_past_a_damaged_snapshot(run: Run, loaded: Path) -> None:
    before = read(loaded)["before"]
    flip(loaded / before[0]["file"])
    assert run("check")[0] == cli.BAD_DATA  # though the current snapshot is sound
    assert run("rollback")[0] == 0
    assert loads(run) == ["a"]  # its parts are sound
    assert run("check")[0] == 0


def test_rollback_leaves_no_damaged_snapshot_before_it(run: Run, loaded: Path) -> None:
    flip(loaded / read(loaded)["before"][1]["file"])
    assert run("rollback")[0] == 0
    assert loads(run) == ["a"]
    assert run("check")[:2] == (0, "No problems found.\n")


def test_a_rebuild_sets_damaged_files_aside_and_removes_none(run: Run, loaded: Path) -> None:
    damaged = snapshot(loaded)
    flip(damaged, place=70_000)
    content = damaged.read_bytes()
    code, output, _ = run("rebuild")
    assert code == 0
    assert f"damaged-{damaged.name}" in output
    assert (loaded / f"damaged-{damaged.name}").read_bytes() == content


@pytest.mark.long
def test_a_rebuild_of_what_is_sound_changes_no_data(run: Run, loaded: Path) -> None:
    before = read(loaded)
    code, output, _ = run("rebuild")
    after = read(loaded)
    assert (code, output) == (0, f"Rebuilt all tables (snapshot {before['version']}).\n")
    assert (after["version"], after["parts"]) == (before["version"], before["parts"])
    assert after["file"] != before["file"]


def part_files(store: Path, place: int) -> list[Path]:
    """The manifest and the files of a part of the current snapshot."""
    sha256 = str(read(store)["parts"][place])
    files = parts.read(store, sha256).files
    return [parts.manifest_of(store, sha256), *(parts.path_of(store, one.name) for one in files)]


@pytest.mark.parametrize(
    ("which", "damage"), many([(-1, Path.unlink)], [*product([0, -1], [flip, Path.unlink])])
)
def test_the_rows_of_a_damaged_part_are_read_from_the_snapshot(
    which: int, damage: Callable[[Path], None], run: Run, data: Path, loaded: Path
) -> None:
    damaged = part_files(loaded, 0)[which]
    damage(damaged)
    code, output, _ = run("check")
    assert code == cli.BAD_DATA
    assert f"{damaged}: " in output
    assert "reasonboard rebuild" in output
    assert run("load", table(data.parent, "c"), "--name", "c")[0] == 0
    code, output, _ = run("rebuild")
    assert code == 0
    assert f"{damaged}: " in output
    assert run("check")[:2] == (0, "No problems found.\n")
    assert loads(run) == ["a", "b", "c"]
    assert len(read(loaded)["parts"]) == 1
    for path in loaded.glob("*.duckdb"):
        path.unlink()
    assert run("rebuild")[0] == 0
    assert loads(run) == ["a", "b", "c"]


@pytest.mark.parametrize("which", many([0], [0, -1]))
def test_if_part_and_snapshot_are_damaged_a_rebuild_says_whose_rows_are_lost(
    which: int, run: Run, data: Path, loaded: Path
) -> None:
    truncate(snapshot(loaded))
    flip(part_files(loaded, 0)[which])
    code, output, _ = run("rebuild")
    assert code == 0
    what = "load of a" if which else "its manifest is damaged"
    assert f"is lost ({what}): load its files again, or restore a backup." in output
    assert loads(run) == ["b"]
    assert run("load", table(data.parent, "a"), "--name", "a")[0] == 0
    assert loads(run) == ["a", "b"]


def test_a_pointer_that_was_removed_with_all_snapshots_is_made_again(
    run: Run, loaded: Path
) -> None:
    for one in (*loaded.glob("*.duckdb"), loaded / POINTER):
        one.unlink()
    code, _, error = run("serve")
    assert code == cli.BAD_DATA
    assert "rebuild" in error
    assert run("rebuild")[0] == 0
    assert loads(run) == ["a", "b"]


def test_where_nothing_is_sound_a_rebuild_says_so_and_a_backup_can_be_restored(
    run: Run, data: Path, loaded: Path
) -> None:
    kept = data.parent / "kept"
    assert run("backup", str(kept))[0] == 0
    for one in loaded.glob("results-*.duckdb"):
        truncate(one)
    for one in (loaded / "parts").iterdir():
        flip(one)
    code, _, error = run("rebuild")
    assert code == cli.BAD_DATA
    assert "restore" in error
    assert run("restore", str(kept))[0] == 0
    assert loads(run) == ["a", "b"]
    assert len(list(loaded.glob("damaged-results-*.duckdb"))) == 3


@pytest.mark.parametrize("other", [1, 2, 4])
def test_what_another_version_wrote_is_neither_read_nor_changed(
    other: int, run: Run, loaded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = sealed.unseal((loaded / POINTER).read_text())
    with monkeypatch.context() as version:
        version.setattr(sealed, "FORMAT", other)
        text = sealed.seal(content)
    (loaded / POINTER).write_text(text if other > 1 else json.dumps(content))
    before = (loaded / POINTER).read_bytes()
    expected = "later version" if other > sealed.FORMAT else "(`reasonboard load PATH`)"
    for command in ("runs", "rebuild", "rollback", "serve"):
        code, _, error = run(command)
        assert code == cli.BAD_DATA
        assert expected in error
    assert (loaded / POINTER).read_bytes() == before
