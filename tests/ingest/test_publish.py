"""A snapshot is made whole or not at all."""

import fcntl
import gzip
import os
import shutil
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.scripts import studies
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import folder, snapshots
from reasonboard.store.connections import SPILLED
from reasonboard.store.errors import DataError, StoreError
from reasonboard.store.process import mark
from tests.store.pointers import rewrite


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_same_sources_give_the_same_version_and_no_second_build(
    data: Path, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    first = publish(data, store)
    made = {path: path.stat().st_mtime_ns for path in store.glob("*.duckdb")}
    assert publish(data, store) == first
    assert {path: path.stat().st_mtime_ns for path in store.glob("*.duckdb")} == made


@pytest.mark.long
def test_other_sources_give_another_version_and_the_last_three_are_kept(
    data: Path, small_store: Path
) -> None:
    store = small_store
    versions = [snapshots.current(store).version]
    for number in range(3):
        spoil(data / "caption-kv-cache.csv", f"43.{7 + number}", f"43.{8 + number}")
        versions.append(publish(data, store))
    assert len(set(versions)) == 4
    kept = {path.name for path in store.glob("*.duckdb")}
    assert {name.split("-")[-1] for name in kept} == {
        f"{version}.duckdb" for version in versions[1:]
    }
    assert snapshots.current(store).version == versions[-1]


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("caption-kv-cache.csv", "AMC23", "AMC99", "AMC99"),
        ("caption-kv-cache.csv", "43.7", "43,7", "caption-kv-cache.csv"),
        ("caption-kv-cache.csv", "43.7", "many", "caption-kv-cache.csv"),
        ("caption-kv-cache.csv", "43.7", "", "value or locator is empty"),
        ("caption-kv-cache.csv", "benchmark", "bench", "expected each once"),
        ("caption-kv-cache.csv", "approximate", "certain", "caption-kv-cache.csv"),
        ("caption-kv-cache.toml", 'study = "kv-cache"', 'study = "cache"', "expected one of"),
        (
            "caption-kv-cache.toml",
            "citation =",
            "quotation =",
            "quotation is not understood (expected one of study",
        ),
        ("caption-kv-cache.toml", "=", "= =", "caption-kv-cache.toml"),
        ("caption-kv-cache.toml", 'section = "', 'chapter = "', "claim 1 has chapter"),
        ("catalogue/benchmarks.toml", "name =", "nom =", "benchmarks.toml"),
    ],
)
def test_a_wrong_source_is_named_and_nothing_is_left(
    file: str, old: str, new: str, message: str, data: Path, tmp_path: Path
) -> None:
    spoil(data / file, old, new)
    store = tmp_path / "store"
    with pytest.raises(IngestError) as error:
        publish(data, store)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert [path.name for path in store.iterdir()] == ["lock"]


def test_a_failed_build_leaves_the_snapshot_before_it(data: Path, small_store: Path) -> None:
    store = small_store
    first = snapshots.current(store).version
    spoil(data / "caption-kv-cache.csv", "AMC23", "AMC99")
    with pytest.raises(IngestError):
        publish(data, store)
    assert snapshots.current(store).version == first


def test_a_truncated_archive_is_refused(data: Path, tmp_path: Path) -> None:
    whole = (data / "caption-kv-cache.csv").read_bytes()
    (data / "caption-kv-cache.csv").unlink()
    (data / "caption-kv-cache.csv.gz").write_bytes(gzip.compress(whole)[:-20])
    with pytest.raises(IngestError, match=r"caption-kv-cache\.csv\.gz"):
        publish(data, tmp_path / "store")


def test_what_a_killed_build_left_is_removed(data: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    (store / "building-1.duckdb").write_bytes(b"half")
    process, start, machine = mark().split(".")
    ended = f"{process}.{int(start) + 1}.{machine}"  # had the number that this process has now
    names = ("1-old", "2-new", f"{mark()}-own", f"{ended}-killed")
    old, new, own, killed = (store / f"{SPILLED}{name}" for name in names)
    for spilled in (old, new, own, killed):
        spilled.mkdir()
    os.utime(old, (1, 1))
    publish(data, store)
    assert not list(store.glob("building-*"))
    assert set(store.glob(f"{SPILLED}*")) == {new, own}


def test_a_pointer_out_of_the_store_is_not_followed(data: Path, small_store: Path) -> None:
    store = small_store
    for name in ("../other.duckdb", "/results-1.duckdb", "lock"):
        rewrite(store, file=name)
        with pytest.raises(DataError, match="not a snapshot of this folder"):
            snapshots.current(store)
        with pytest.raises(StoreError, match="rebuild"):
            publish(data, store)


def test_percent_become_exact_fractions(small_store: Path) -> None:
    path = str(snapshots.current(small_store).path)
    with duckdb.connect(path, read_only=True) as connection:
        values = connection.execute("SELECT DISTINCT value FROM result").fetchall()
    assert (0.437,) in values
    assert all(len(str(value)) <= 6 for (value,) in values)


def test_a_second_command_waits_and_then_says_who_writes(
    data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = small_store
    monkeypatch.setattr(folder, "PATIENCE", 0.2)
    with (store / "lock").open("a+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        held.truncate(0)
        held.write("process 4711")
        held.flush()
        with pytest.raises(StoreError, match="process 4711 is writing"):
            publish(data, store)
    assert publish(data, store)


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_a_new_study_is_two_scripts_and_rebuilds_the_snapshot(
    data: Path, small_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = small_store
    shutil.copytree(str(studies._STUDIES), tmp_path / "studies")
    seeds = tmp_path / "studies" / "many_seeds"
    seeds.mkdir()
    (seeds / "takes.sql").write_text(
        "SELECT key, typed, 'many-seeds' AS study, 0 AS rank, "
        "CASE WHEN seed IS NULL THEN 'seed' ELSE '' END AS missing FROM candidate"
    )
    (seeds / "tables.sql").write_text(
        "CREATE TABLE seed_count AS "
        "SELECT source, count(DISTINCT seed) AS seeds FROM result WHERE study = 'many-seeds' GROUP BY source"
    )
    monkeypatch.setattr(studies, "_STUDIES", tmp_path / "studies")
    publish(data, store)
    table = tmp_path / "seeds.csv"
    table.write_text(
        "model,benchmark,metric,value,unit,iteration,seed\n"
        "a,GPQA,accuracy,0.5,fraction,1,7\na,GPQA,accuracy,0.4,fraction,1,8\n"
        "a,GPQA,accuracy,0.6,fraction,2,\n"
    )
    assert load(data, store, [str(table)]).studies == ["iterations", "many-seeds", "models"]
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        assert connection.execute("FROM seed_count").fetchall() == [("seeds", 2)]
