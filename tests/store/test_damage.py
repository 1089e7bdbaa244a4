"""What was loaded outlives damage to the store: it is named, nothing is built on it, and a repair brings it back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.store import sealed
from reasonboard.store.journal import journal_in
from reasonboard.store.pointer import POINTER
from reasonboard.store.reading import attached
from tests.states import many
from tests.store.conftest import table
from tests.store.pointers import read

pytestmark = pytest.mark.usefixtures("without_studies")

Run = Callable[..., tuple[int, str, str]]
LOADED = "SELECT DISTINCT loaded_as FROM loaded_run ORDER BY 1"


@pytest.fixture
def run(
    data: Path,
    loaded: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
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
def test_nothing_is_loaded_on_a_damaged_snapshot_and_a_repair_loses_nothing(
    damage: Callable[[Path], None], run: Run, data: Path, loaded: Path
) -> None:
    before = {path.name for path in loaded.glob("results-*")}
    damage(snapshot(loaded))
    for command in (["load", table(data.parent, "c"), "--name", "c"], ["remove", "a"]):
        code, _, error = run(*command)
        assert code != 0
        assert "repair" in error
    assert run("check")[0] == cli.BAD_DATA
    assert before - {path.name for path in loaded.glob("results-*")} <= {snapshot(loaded).name}
    assert run("repair")[0] == 0
    assert loads(run) == ["a", "b"]
    assert run("check")[:2] == (0, "All is sound.\n")
    assert run("load", table(data.parent, "c"), "--name", "c")[0] == 0
    assert loads(run) == ["a", "b", "c"]


OUTSIDE = '{"file": "../../etc/passwd"}'


@pytest.mark.parametrize("text", many(["{", OUTSIDE], ["{", OUTSIDE, "", "[]", "null", "\udcff"]))
def test_a_pointer_that_cannot_be_read_is_named_and_a_repair_loses_nothing(
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
        assert "repair" in error, command
    after = {path.name: path.read_bytes() for path in loaded.glob("results-*.duckdb")}
    assert after == before
    assert run("repair")[0] == 0
    assert loads(run) == ["a", "b"]
    assert run("rollback")[0] == 0
    assert loads(run) == ["a"]


def test_a_pointer_that_was_removed_is_named_and_made_anew(run: Run, loaded: Path) -> None:
    (loaded / POINTER).unlink()
    code, _, error = run("serve")
    assert code == cli.BAD_DATA
    assert "missing" in error
    assert run("repair")[0] == 0
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
            assert "repair" in error
    pointer.write_bytes(whole)
    assert run("check")[0] == 0


def test_another_snapshot_in_the_place_of_the_current_one_is_named(run: Run, loaded: Path) -> None:
    other = loaded / read(loaded)["before"][0]["file"]
    snapshot(loaded).write_bytes(other.read_bytes())
    for command in (["runs"], ["query", "SELECT 1"], ["check"], ["remove", "a"]):
        code, _, error = run(*command)
        assert code != 0, command
        assert "repair" in error or command == ["check"]
    assert run("repair")[0] == 0
    assert loads(run) == ["a", "b"]


def test_rollback_goes_past_a_damaged_snapshot(run: Run, loaded: Path) -> None:
    before = read(loaded)["before"]
    flip(loaded / before[0]["file"])
    assert run("check")[0] == cli.BAD_DATA  # though the current snapshot is sound
    assert run("rollback")[0] == 0
    assert loads(run) == []


def test_a_repair_sets_damaged_files_aside_and_removes_none(run: Run, loaded: Path) -> None:
    damaged = snapshot(loaded)
    flip(damaged, place=70_000)
    content = damaged.read_bytes()
    code, output, _ = run("repair")
    assert code == 0
    assert f"damaged-{damaged.name}" in output
    assert (loaded / f"damaged-{damaged.name}").read_bytes() == content


def test_a_repair_of_what_is_sound_changes_nothing(run: Run, loaded: Path) -> None:
    before = {path.name: path.read_bytes() for path in loaded.iterdir() if path.is_file()}
    assert run("repair")[:2] == (0, "All is sound: there is nothing to repair.\n")
    after = {path.name: path.read_bytes() for path in loaded.iterdir() if path.is_file()}
    assert after.keys() == before.keys()
    assert all(after[name] == before[name] for name in before if name != "lock")


def test_where_snapshot_and_parts_of_the_last_load_are_damaged_a_repair_loses_that_load(
    run: Run, loaded: Path
) -> None:
    truncate(snapshot(loaded))
    with attached(loaded / read(loaded)["before"][0]["file"]) as connection:
        journal = journal_in(connection) or []
    ((last, name),) = [(one.change, one.name) for one in journal if one.table == "loaded_run"]
    for one in (loaded / "parts").glob("loaded_run-*"):
        if one.stem != name:
            flip(one)
    assert last == 1
    code, output, _ = run("repair")
    assert code == 0
    assert "has to be loaded again" in output
    assert loads(run) == ["a"]
    assert run("check")[:2] == (0, "All is sound.\n")


def test_a_pointer_that_was_removed_with_all_snapshots_is_made_anew(run: Run, loaded: Path) -> None:
    for one in (*loaded.glob("*.duckdb"), loaded / POINTER):
        one.unlink()
    code, _, error = run("serve")
    assert code == cli.BAD_DATA
    assert "repair" in error
    assert run("repair")[0] == 0
    assert loads(run) == ["a", "b"]


def test_where_nothing_is_sound_a_repair_says_so_and_a_backup_can_be_restored(
    run: Run, data: Path, loaded: Path
) -> None:
    kept = data.parent / "kept"
    assert run("backup", str(kept))[0] == 0
    for one in loaded.glob("results-*.duckdb"):
        truncate(one)
    for one in loaded.glob("results-*.json"):
        flip(one)
    code, _, error = run("repair")
    assert code == cli.BAD_DATA
    assert "restore" in error
    assert run("restore", str(kept))[0] == 0
    assert loads(run) == ["a", "b"]
    assert len(list(loaded.glob("damaged-results-*.duckdb"))) == 3


@pytest.mark.long
def test_snapshots_without_pointer_and_side_files_are_read_through_and_taken_up(
    run: Run, data: Path, loaded: Path
) -> None:
    newest = snapshot(loaded)
    (loaded / POINTER).write_text("{")
    for path in loaded.glob("results-*.json"):
        path.unlink()
    truncate(sorted(loaded.glob("results-*.duckdb"))[0])
    assert run("repair")[0] == 0
    assert snapshot(loaded) == newest
    assert loads(run) == ["a", "b"]
    assert run("load", table(data.parent, "c"), "--name", "c")[0] == 0
    assert loads(run) == ["a", "b", "c"]


def test_what_a_later_release_wrote_is_neither_read_nor_repaired(
    run: Run, loaded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = sealed.unseal((loaded / POINTER).read_text())
    with monkeypatch.context() as later:
        later.setattr(sealed, "FORMAT", 3)
        (loaded / POINTER).write_text(sealed.seal(content))
    before = (loaded / POINTER).read_bytes()
    for command in ("runs", "repair", "rollback"):
        code, _, error = run(command)
        assert code == cli.BAD_DATA
        assert "later release" in error
    assert (loaded / POINTER).read_bytes() == before
