"""What `publish` takes in, refuses and pushes."""

import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.loading import load as local
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.remote import parts, snapshot
from reasonboard.remote.lease import STALE, Lease
from reasonboard.remote.publish import publish
from reasonboard.remote.snapshot import pull
from reasonboard.store import snapshots
from reasonboard.store.errors import RemoteError, StoreError
from reasonboard.store.places.place import Place
from reasonboard.store.pointer import POINTER
from tests.remote.conftest import EACH_PLACE, IN_A_BUCKET, Loaded, table


def values(store: Path) -> list[tuple[str, float]]:
    """Model and value of each number that was loaded."""
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return connection.execute(
            "SELECT raw_model, value FROM stated_measurement JOIN loaded_run ON key = run ORDER BY ALL"
        ).fetchall()


@pytest.mark.long
@IN_A_BUCKET
def test_new_parts_are_taken_in_once_and_the_snapshot_is_pushed(
    place: Place, loaded: Loaded, data: Path, store: Path
) -> None:
    names = [loaded("a", 10), loaded("b", 20)]
    done = publish(place, data, store)
    assert (done.taken, done.refused, done.damaged, done.pushed) == (names, [], [], True)
    assert values(store) == [("lab/a", 0.1), ("lab/b", 0.2)]
    pushed = snapshot.pointer_of(place)
    assert pushed
    assert pushed.current.version == done.version == snapshots.current(store).version
    again = publish(place, data, store)
    assert (again.taken, again.pushed, again.version) == ([], False, done.version)
    third = loaded("c", 30)
    assert publish(place, data, store).taken == [third]
    assert place.files("publishing") == []


@pytest.mark.long
def test_parts_say_what_a_load_of_their_files_says(
    place: Place, loaded: Loaded, data: Path, store: Path, tmp_path: Path
) -> None:
    """The same snapshot but for the time of the load, whichever way the numbers came."""
    other = shutil.copytree(store, tmp_path / "other")
    for model, value in (("a", 10), ("b", 20)):
        loaded(model, value)
        local.load(data, other, [table(tmp_path, model, value)])
    version = publish(place, data, store).version
    assert version == snapshots.current(other).version == rebuild(data, store).version


@pytest.mark.long
def test_a_part_that_conflicts_is_refused_with_a_line_and_the_others_are_taken(
    url: str, loaded: Loaded, data: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, other, last = loaded("a", 10), loaded("a", 20, name="other"), loaded("b", 30)
    assert cli.main(["publish", "--from", url]) == 2
    output = capsys.readouterr()
    assert output.out.startswith("2 new uploads merged.\n")
    assert output.err.startswith(f"reasonboard: part {other}: ")
    assert "accuracy is 0.2 (line 2, column 'value'), and 0.1 in " in output.err
    assert output.err.endswith("It was not merged.\n")
    assert output.err.count("\n") == 1
    assert values(store) == [("lab/a", 0.1), ("lab/b", 0.3)]
    assert first < last
    assert cli.main(["publish", "--from", url]) == 0  # it is printed once, then counted
    output = capsys.readouterr()
    assert (output.out.splitlines()[1][:18], output.err) == ("1 rejected before:", "")
    assert cli.main(["publish", "--from", url, "--retry"]) == 2
    assert f"part {other}" in capsys.readouterr().err
    local.remove(data, store, ["a"])
    assert cli.main(["publish", "--from", url, "--retry"]) == 0
    assert values(store) == [("lab/a", 0.2), ("lab/b", 0.3)]
    rebuild(data, store)
    assert cli.main(["publish", "--from", url]) == 0
    assert values(store) == [("lab/a", 0.2), ("lab/b", 0.3)]  # nothing comes back that was removed


@pytest.mark.long
def test_what_was_taken_first_stays_whatever_the_clocks_say(
    place: Place, loaded: Loaded, data: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = loaded("a", 10)
    publish(place, data, store)
    later = loaded("a", 20, name="other")
    monkeypatch.setattr(parts, "names", lambda _: [later, first])
    done = publish(place, data, store)
    assert len(done.refused) == 1
    assert values(store) == [("lab/a", 0.1)]


def path_of(place: Place, name: str, table: str) -> str:
    """The name of a file of a part."""
    file = parts.read(place, name).file_of(table)
    assert file
    return f"loads/{name}/{file.name}.parquet"


@pytest.mark.long
def test_a_damaged_part_is_named_and_the_others_are_taken(
    place: Place, loaded: Loaded, data: Path, store: Path, tmp_path: Path
) -> None:
    gone, changed, listed, good = (loaded(model) for model in ("a", "b", "c", "d"))
    names = [path_of(place, part, "loaded_measurement") for part in (gone, changed)]
    names.append(f"loads/{listed}.json")
    kept = [place.read(name) for name in names]
    place.remove(names[0])
    for name, content in zip(names[1:], (kept[1][:-9] + b"spoilt...", b"{}"), strict=True):
        (tmp_path / "spoilt").write_bytes(content)
        place.put(tmp_path / "spoilt", name)
    done = publish(place, data, store)
    assert done.taken == [good]
    for part, reason in ((gone, "missing"), (changed, "damaged"), (listed, "damaged")):
        (line,) = (line for line in done.damaged if line.startswith(f"part {part}: "))
        assert reason in line
    assert len(done.damaged) == 3
    for name, content in zip(names, kept, strict=True):  # what comes in order is taken
        (tmp_path / "kept").write_bytes(content)
        place.put(tmp_path / "kept", name)
    assert sorted(publish(place, data, store).taken) == sorted([gone, changed, listed])


def test_a_bundled_name_is_refused_and_does_not_stop_the_others(
    place: Place, loaded: Loaded, data: Path, store: Path
) -> None:
    loaded("a", 10, name="caption-kv-cache")
    good = loaded("b", 20)
    done = publish(place, data, store)
    assert done.taken == [good]
    assert "a bundled source is called so" in done.refused[0]


@pytest.mark.long
def test_an_empty_store_begins_with_the_snapshot_of_the_place(
    place: Place,
    loaded: Loaded,
    data: Path,
    store: Path,
    small_store_template: Path,
    tmp_path: Path,
) -> None:
    loaded("a", 10)
    publish(place, data, store)
    local.load(data, store, [table(tmp_path, "own", 70)])
    publish(place, data, store)
    new = shutil.copytree(small_store_template, tmp_path / "new")
    loaded("b", 20)
    publish(place, data, new)
    assert values(new) == [("lab/a", 0.1), ("lab/b", 0.2), ("lab/own", 0.7)]


@IN_A_BUCKET
def test_two_publishers_at_once_never_both_go_on(
    place: Place, url: str, loaded: Loaded, tmp_path: Path, store: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    loaded("a")
    holder = Lease(place, tmp_path / "lease")
    assert holder.write() == ""
    before = snapshots.current(store)
    assert cli.main(["publish", "--from", url]) == 3
    output = capsys.readouterr()
    assert output.err.count("\n") == 1
    assert "process " in output.err
    assert "is publishing. Wait until it has finished" in output.err
    assert snapshots.current(store) == before
    assert [f"publishing/{file.name}" for file in place.files("publishing")] == [holder.name]
    holder.check()
    place.remove(holder.name)
    assert cli.main(["publish", "--from", url]) == 0


@EACH_PLACE
def test_of_two_leases_written_before_either_looks_none_wins(place: Place, tmp_path: Path) -> None:
    one, other = Lease(place, tmp_path / "one"), Lease(place, tmp_path / "other")
    place.put(tmp_path / "other", other.name)
    assert one.write()
    assert other.write()


@IN_A_BUCKET
def test_a_publisher_of_this_machine_that_was_killed_blocks_nobody(
    place: Place, tmp_path: Path
) -> None:
    code = "import sys; from reasonboard.store.process import mark; print(mark(), flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        (tmp_path / "left").write_text(f"process {other.pid} of here\n{other.stdout.readline()}")
        place.put(tmp_path / "left", "publishing/left")
        lease = Lease(place, tmp_path / "lease")
        assert lease.write() == f"process {other.pid} of here"
        other.kill()
        other.wait()
        assert lease.write() == ""
    assert [f"publishing/{file.name}" for file in place.files("publishing")] == [lease.name]


@pytest.mark.long
@IN_A_BUCKET
def test_a_killed_publisher_blocks_nobody_for_long(
    place: Place, loaded: Loaded, data: Path, store: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    loaded("a")
    killed = Lease(place, tmp_path / "lease")
    killed.write()
    listed = type(place).files

    def later(self: Place, folder: str) -> list[object]:
        """As the clock of the place has it when the time is over."""
        age = int((STALE + 1) * 1e9)
        return [
            one._replace(changed=one.changed - age) if killed.name.endswith(one.name) else one
            for one in listed(self, folder)
        ]

    monkeypatch.setattr(type(place), "files", later)
    assert len(publish(place, data, store).taken) == 1
    with pytest.raises(RemoteError, match="another publisher took over"):
        killed.check()


@pytest.mark.long
@IN_A_BUCKET
def test_a_push_that_fails_leaves_the_place_as_it_was(
    place: Place, loaded: Loaded, data: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded("a", 10)
    publish(place, data, store)
    before = place.read(POINTER)
    loaded("b", 20)
    put = type(place).put
    for ending in (".duckdb", POINTER):

        def full(self: Place, path: Path, name: str, ending: str = ending) -> None:
            if name.endswith(ending):
                raise RemoteError(f"{name}: No space left on device (expected a folder with room)")
            put(self, path, name)

        monkeypatch.setattr(type(place), "put", full)
        with pytest.raises(RemoteError, match="No space left"):
            publish(place, data, store)
        assert place.read(POINTER) == before
    monkeypatch.undo()
    assert publish(place, data, store).pushed  # what was built then goes out now
    pointer = snapshot.pointer_of(place)
    assert pointer
    assert pointer.current.version == snapshots.current(store).version


@pytest.mark.long
@IN_A_BUCKET
def test_a_replica_takes_over_what_was_published_and_both_keep_three(
    place: Place,
    loaded: Loaded,
    data: Path,
    store: Path,
    small_store_template: Path,
    tmp_path: Path,
) -> None:
    replica = tmp_path / "replica"
    assert pull(place, data, replica) is None  # nothing was published there
    versions = []
    for value in range(1, 5):
        loaded(f"m{value}", value)
        versions.append(publish(place, data, store).version)
        assert pull(place, data, replica) == versions[-1]
        assert pull(place, data, replica) is None
        assert values(replica) == values(store)
    assert len(list(replica.glob("results-*.duckdb"))) == 3
    assert not list(replica.glob("loading-*"))
    pointer = snapshot.pointer_of(place)
    assert pointer
    assert [entry.version for entry in pointer.entries] == versions[:0:-1]
    kept = {file.name for file in place.files("") if file.name.endswith(".duckdb")}
    assert kept == {entry.file for entry in pointer.entries}


@pytest.mark.long
def test_a_damaged_download_leaves_the_replica_as_it_was(
    place: Place, loaded: Loaded, data: Path, store: Path, tmp_path: Path
) -> None:
    replica = tmp_path / "replica"
    loaded("a")
    publish(place, data, store)
    pull(place, data, replica)
    before = snapshots.current(replica)
    loaded("b")
    publish(place, data, store)
    file = snapshots.current(store).path
    (tmp_path / "cut").write_bytes(file.read_bytes()[:-100])
    (tmp_path / "pointer").write_bytes(place.read(POINTER)[:-100])
    place.remove(file.name)
    for spoilt, name in ((None, ""), ("cut", file.name), ("pointer", POINTER)):
        if spoilt:
            place.put(tmp_path / spoilt, name)
        with pytest.raises(RemoteError) as error:
            pull(place, data, replica)
        assert "\n" not in str(error.value)
        assert place.name in str(error.value)
        assert snapshots.current(replica) == before
        assert not list(replica.glob("loading-*"))


def test_a_replica_of_another_release_says_so_and_keeps_its_data(
    place: Place, loaded: Loaded, data: Path, store: Path, tmp_path: Path
) -> None:
    replica = tmp_path / "replica"
    loaded("a")
    publish(place, data, store)
    (data / "caption-kv-cache.toml").write_text(
        (data / "caption-kv-cache.toml").read_text() + "\n# another release\n"
    )
    with pytest.raises(StoreError, match="another release of Reasonboard"):
        pull(place, data, replica)
    assert not list(replica.glob("results-*"))
    assert parts.names(place)


def test_a_pointer_that_is_replaced_while_it_is_read_is_read_once_more(
    place: Place, loaded: Loaded, data: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded("one")
    version = publish(place, data, store).version
    whole = place.read(POINTER)
    read = [whole[: len(whole) // 2], whole]
    monkeypatch.setattr(type(place), "read", lambda _self, _name: read.pop(0))
    found = snapshot.pointer_of(place)
    assert found is not None
    assert found.current.version == version
    assert read == []
