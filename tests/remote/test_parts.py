"""What `load --to` writes."""

import json
from pathlib import Path

import duckdb
import pytest

from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.ingest.staging.staged import TABLES
from reasonboard.remote import parts
from reasonboard.store.errors import RemoteError
from reasonboard.store.places.place import Place
from reasonboard.store.sealed import sha256_of
from tests.ingest.in_process import read_here
from tests.ingest.mine import HEADER, ROWS
from tests.remote.conftest import EACH_PLACE, Loaded, table

FILES = 4
"""A part of one number has keys, a file, a run and a measurement."""


@EACH_PLACE
def test_a_part_has_the_rows_of_the_load_for_anybody_who_reads_parquet(
    place: Place, tmp_path: Path
) -> None:
    (tmp_path / "rl.csv").write_text(HEADER + ROWS)
    report = parts.load_to(
        place, [str(tmp_path / "rl.csv")], name="rl", data=config.read().data, limits=Limits()
    )
    assert (report.runs, report.measurements, report.samples) == (2, 2, 0)
    (name,) = parts.names(place)
    assert name == report.part
    part = parts.read(place, name)
    assert (part.what, part.loads) == ("load", ("rl",))
    paths = parts.fetch(place, name, part, [file.table for file in part.files], tmp_path)
    assert {table: sha256_of(path) for table, path in paths.items()} == {
        file.table: file.sha256 for file in part.files
    }
    with duckdb.connect() as connection:
        rows = connection.execute(
            f"SELECT iteration, value, n_items FROM '{paths['loaded_measurement']}' "
            f"JOIN '{paths['loaded_run']}' ON key = run ORDER BY 1"
        ).fetchall()
    assert rows == [(0, 0.437, 500), (40, 0.814, 500)]


def test_the_command_says_what_was_written_and_needs_no_store(
    url: str, place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("REASONBOARD_STORE", str(tmp_path / "store"))
    file = table(tmp_path, "a")
    assert cli.main(["load", file, "--to", url, "--dry-run"]) == 0
    read, would = capsys.readouterr().out.splitlines()
    assert read == f"{file}: 1 model, 1 benchmark, metrics of each row; n from n"
    assert would == "Would load as a: 1 file read, 1 run, 1 measurement, 0 answers."
    assert parts.names(place) == []
    assert cli.main(["load", file, "--to", url, "--name", "mine"]) == 0
    (name,) = parts.names(place)
    assert capsys.readouterr().out == (
        f"{read}\nWrote as mine: 1 file read, 1 run, 1 measurement, 0 answers.\n"
        f"Uploaded to {place.name} as part {name}. Publish it with `reasonboard publish --from URL`.\n"
    )
    assert not (tmp_path / "store").exists()


def test_a_part_has_the_settings_that_its_load_names_and_is_another_part_without(
    url: str, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "read_isolated", read_here)
    header, row = HEADER.replace("iteration", "flavor"), ROWS.splitlines()[0]
    (tmp_path / "rl.csv").write_text(f"{header}{row}\n")
    plain = parts.load_to(
        place, [str(tmp_path / "rl.csv")], data=config.read().data, limits=Limits()
    )
    assert cli.main(["load", str(tmp_path / "rl.csv"), "--to", url, "--settings", "flavor"]) == 0
    (name,) = set(parts.names(place)) - {plain.part}
    paths = parts.fetch(place, name, parts.read(place, name), ["loaded_run"], tmp_path)
    with duckdb.connect() as connection:
        rows = connection.execute(f"SELECT settings FROM '{paths['loaded_run']}'").fetchall()
    assert rows == [({"flavor": "0"},)]


def test_what_load_refuses_is_refused_with_the_same_words(
    url: str, place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str], store: Path
) -> None:
    broken = tmp_path / "broken.csv"
    broken.write_text(HEADER + "m-1b,B,1,accuracy,140,5,percent\n")
    (tmp_path / "two").mkdir()
    table(tmp_path / "two", "a", 10)
    table(tmp_path / "two", "a", 20, name="again")
    for path in (broken, tmp_path / "two", tmp_path / "absent"):
        lines = []
        for target in ([], ["--to", url]):
            assert cli.main(["load", str(path), *target]) == 2
            lines.append(capsys.readouterr().err)
        assert lines[0] == lines[1]
    assert parts.names(place) == []


@pytest.mark.parametrize("option", ["--replace", "--keep-texts", "--aliases=x.toml"])
def test_what_is_for_a_store_is_refused_for_a_part(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["load", table(tmp_path, "a"), "--to", f"file://{tmp_path}", option]) == 2
    assert "--to cannot be combined" in capsys.readouterr().err


@EACH_PLACE
def test_the_same_content_is_one_part_whoever_writes_it_first(
    place: Place, loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = loaded("a")
    assert loaded("a") == first
    names = parts.names
    with monkeypatch.context() as blind:  # two writers that see nothing of each other
        blind.setattr(parts, "names", lambda _: [])
        assert loaded("a") == first
    assert names(place) == [first]
    part = parts.read(place, first)
    assert parts.fetch(place, first, part, ["loaded_run"], tmp_path)


@EACH_PLACE
def test_half_a_part_is_never_seen(
    place: Place, loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, left = type(place).put, 0

    def limited(self: Place, path: Path, name: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise RemoteError("the writer is killed (expected here)")
        put(self, path, name)

    monkeypatch.setattr(type(place), "put", limited)
    for allowed in (0, 1, FILES):
        left = allowed
        with pytest.raises(RemoteError, match="killed"):
            loaded("a")
        assert parts.names(place) == []
    left = FILES + 1
    whole = loaded("a")
    assert parts.names(place) == [whole]


@EACH_PLACE
def test_what_a_killed_writer_left_is_swept_a_day_later(
    place: Place, loaded: Loaded, tmp_path: Path
) -> None:
    whole, half = loaded("a"), loaded("b")
    place.remove(f"loads/{half}.json")
    now = max(file.changed for file in place.files(f"loads/{half}"))
    parts.sweep(place, now + int(23.9 * 3600e9))
    assert len(place.files(f"loads/{half}")) == FILES
    parts.sweep(place, now + int(24.1 * 3600e9))
    assert sorted(file.name for file in place.files("loads")) == [whole, f"{whole}.json"]
    assert len(place.files(f"loads/{whole}")) == FILES


@pytest.mark.parametrize("spoil", ["cut", "other", "list", "no JSON"])
def test_a_spoilt_manifest_is_named(
    place: Place, loaded: Loaded, tmp_path: Path, spoil: str
) -> None:
    name, other = loaded("a"), loaded("b")
    content = place.read(f"loads/{name}.json")
    spoilt = {
        "cut": content[:-20],
        "other": place.read(f"loads/{other}.json"),
        "list": json.dumps([1]).encode(),
        "no JSON": b"\xff\x00",
    }
    (tmp_path / "spoilt").write_bytes(spoilt[spoil])
    place.put(tmp_path / "spoilt", f"loads/{name}.json")
    expected = "missing" if spoil == "other" else f"the manifest of part {name} is damaged"
    with pytest.raises(RemoteError, match=expected):
        parts.fetch(place, name, parts.read(place, name), TABLES, tmp_path)
