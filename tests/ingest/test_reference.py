"""How a source is cited is read from its TOML, or refused in one line."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.bundled.sources import Reference
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import snapshots
from reasonboard.store.shapes import ShapeError, shaped

pytestmark = pytest.mark.usefixtures("studies_made")

SOUND: dict[str, Any] = {
    "type": "misc", "key": "kimi2025", "author": ["Kimi Team", "others"], "title": "Kimi", "year": 2025,
    "eprint": "2501.12599", "url": "https://arxiv.org/abs/2501.12599", "note": "Figure 5",
}  # fmt: skip


def stored(store: Path) -> dict[str, Any]:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return dict(connection.execute("SELECT id, bibtex FROM source").fetchall())


def test_an_entry_is_read_in_parts() -> None:
    read = shaped(SOUND, Reference)
    assert (read.type, read.key, read.author) == ("misc", "kimi2025", ["Kimi Team", "others"])
    assert read.fields == {
        name: str(SOUND[name]) for name in ("title", "year", "eprint", "url", "note")
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": "paper"}, "type is 'paper' (expected one of article"),
        ({"type": ["misc"]}, "type is ['misc'] (expected one of article"),
        ({"key": "a b"}, "key is 'a b' (expected letters, digits and : . -, a letter first)"),
        ({"key": "a},\n@misc{b"}, "key is"),
        ({"key": 7}, "key is 7 (expected letters"),
        ({"author": "Kimi Team"}, "author is 'Kimi Team' (expected a list)"),
        ({"author": ["A", 3]}, "author[1] is 3 (expected a name)"),
        ({"author": ["A", " "]}, "author[1] is ' ' (expected a name)"),
        ({"title": ""}, "title is '' (expected a text)"),
        ({"note": 5}, "note is 5 (expected a text)"),
        ({"year": "2025"}, "year is '2025' (expected a whole number"),
        ({"year": True}, "year is True (expected a whole number"),
        ({"year": 20255}, "year is 20255 (expected a whole number"),
        ({"eprint": "arXiv:2501.12599"}, "eprint is 'arXiv:2501.12599' (expected an arXiv number"),
        ({"url": "javascript:alert(1)"}, "(expected an address that begins with http:// or https://)"),
        ({"color": "red"}, "color is not understood (expected one of type, key, title"),
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_entry_is_told_in_one_line(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ShapeError) as error:
        shaped(SOUND | change, Reference, "bibtex")
    assert str(error.value).startswith("bibtex.")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["type", "key", "title"])
def test_an_entry_needs_a_type_a_key_and_a_title(name: str) -> None:
    part = {key: value for key, value in SOUND.items() if key != name}
    with pytest.raises(ShapeError, match=rf"^bibtex\.{name} is missing \(expected "):
        shaped(part, Reference, "bibtex")


def test_an_entry_that_is_no_table_is_refused() -> None:
    with pytest.raises(ShapeError, match=r"bibtex is '@misc{x}' \(expected a table"):
        shaped("@misc{x}", Reference, "bibtex")


def test_the_snapshot_holds_the_entries_of_bundled_sources_and_none_of_loaded_ones(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    table = tmp_path / "mine.csv"
    table.write_text(
        "model,benchmark,iteration,metric,value,unit\nm,MATH500,0,accuracy,43.7,percent\n"
    )
    load(data, small_store, [str(table)], name="mine")
    found = stored(small_store)
    assert found["mine"] is None
    assert found["caption-kv-cache"]["key"] == "guo2026dynts-caption"
    assert found["caption-kv-cache"]["authors"][0] == "Guo, Z."
    assert found["caption-kv-cache"]["fields"]["year"] == "2026"
    assert "written description" in found["caption-kv-cache"]["fields"]["note"]


def test_a_wrong_entry_leaves_no_snapshot(data: Path, tmp_path: Path) -> None:
    description = data / "caption-kv-cache.toml"
    description.write_text(description.read_text().replace("year = 2026", "year = 'soon'"))
    with pytest.raises(IngestError, match=r"caption-kv-cache.toml: bibtex\.year is 'soon'"):
        publish(data, tmp_path / "store")
    assert not list((tmp_path / "store").glob("*.duckdb"))
