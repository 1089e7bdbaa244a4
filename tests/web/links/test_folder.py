"""Links as files: what is written is found again, with a view's numbers and what became of them."""

import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.web.links.cells import Cell, cells, changes, sentence
from reasonboard.web.links.folder import FolderError, Link, find, is_name, keep, name_of, unpacked

LINK = Link("kv-cache", "grid", "?benchmark=AIME24&data=3f2a1bc", [("A · 1", 0.4, "fraction")])


def test_a_link_is_found_by_the_name_that_it_was_given(tmp_path: Path) -> None:
    name = keep(tmp_path, LINK, 10)
    assert is_name(name)
    assert find(tmp_path, name) == LINK


def test_the_same_view_of_the_same_data_has_one_link(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        names = set(pool.map(lambda _: keep(tmp_path, LINK, 1), range(40)))
    assert len(names) == 1
    assert [path.name for path in (tmp_path / "links").iterdir()] == [f"{names.pop()}.link"]


def test_another_state_or_other_data_have_another() -> None:
    others = [
        LINK._replace(search="?data=3f2a1bc"),
        LINK._replace(search="?benchmark=AIME24&data=0000000"),
        LINK._replace(view="by_window"),
    ]
    names = {name_of(one.study, one.view, one.search) for one in (LINK, *others)}
    assert len(names) == 4


@pytest.mark.parametrize(
    "name", ["", "a", "../../current", "A" * 12, "a" * 13, "a/b", "\x00" * 12, "é" * 12, "a" * 10**6]
)  # fmt: skip
def test_a_name_that_none_can_have_leads_nowhere(tmp_path: Path, name: str) -> None:
    assert not is_name(name)
    assert find(tmp_path, name) is None


def test_a_link_whose_file_was_changed_is_none(tmp_path: Path) -> None:
    name = keep(tmp_path, LINK, 10)
    path = tmp_path / "links" / f"{name}.link"
    changed = zlib.decompress(path.read_bytes()).replace(b"0.4", b"0.5")
    for data in (zlib.compress(changed), b"", b"nonsense", path.read_bytes()[:-3]):
        path.write_bytes(data)
        assert find(tmp_path, name) is None


def test_a_file_that_unpacks_to_far_more_than_a_link_is_none() -> None:
    assert unpacked("a" * 12, zlib.compress(b"0" * 50_000_000)) is None


def test_a_full_folder_takes_no_more_but_keeps_what_it_has(tmp_path: Path) -> None:
    name = keep(tmp_path, LINK, 1)
    with pytest.raises(FolderError, match="limit of 1"):
        keep(tmp_path, LINK._replace(search=""), 1)
    assert keep(tmp_path, LINK, 1) == name


def test_links_can_be_turned_off(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="turned off"):
        keep(tmp_path, LINK, 0)


def test_a_store_that_cannot_be_written_to_says_so(tmp_path: Path) -> None:
    (tmp_path / "links").write_text("a file where the folder belongs")
    with pytest.raises(FolderError, match="is not writable"):
        keep(tmp_path, LINK, 10)
    assert [path.name for path in tmp_path.iterdir()] == ["links"]


def test_a_damaged_link_is_mended_when_it_is_made_again(tmp_path: Path) -> None:
    name = keep(tmp_path, LINK, 1)
    (tmp_path / "links" / f"{name}.link").write_bytes(b"x")
    assert keep(tmp_path, LINK, 1) == name
    assert find(tmp_path, name) == LINK


def test_more_numbers_than_a_file_holds_are_left_out(tmp_path: Path) -> None:
    cells = [("a long place " * 40 + str(number), 0.5, "fraction") for number in range(10_000)]
    found = find(tmp_path, keep(tmp_path, LINK._replace(cells=cells), 1))
    assert found == LINK._replace(cells=None)


COLUMNS = ("benchmark", "model", "window", "value", "stderr", "kind", "unit")


def line(benchmark: str, window: int | None, value: float | None) -> tuple[object, ...]:
    return (benchmark, "Llama", window, value, 0.01, "measured", "fraction")


def test_a_cell_is_called_by_all_that_says_its_place() -> None:
    found = cells(COLUMNS, [line("AIME24", 500, 0.4), line("MATH500", None, 0.9)])
    assert found == [
        ("AIME24 · Llama · 500", 0.4, "fraction"),
        ("MATH500 · Llama", 0.9, "fraction"),
    ]


def test_several_numbers_at_one_place_are_told_apart() -> None:
    found = cells(COLUMNS, [line("A", 1, 0.4), line("A", 1, 0.5)])
    assert [place for place, *_ in found] == ["A · Llama · 1", "A · Llama · 1 (2)"]


def test_what_is_missing_is_no_number() -> None:
    assert cells(COLUMNS, [line("A", 1, None)]) == []


def test_the_sentence_names_what_moved_most() -> None:
    first: Cell = ("A · 1", 0.412, "fraction")
    before: list[Cell] = [first, ("A · 2", 0.5, "fraction"), ("A · 3", 900, "tokens")]
    moved: Cell = ("A · 1", 0.437, "fraction")
    now: list[Cell] = [moved, ("A · 3", 901, "tokens"), ("A · 4", 0.1, "fraction")]
    found = changes(before, now)
    assert (found.added, found.removed, len(found.changed)) == (1, 1, 2)
    assert sentence(found) == (
        "Numbers of this view: 1 added, 1 removed, 2 changed, most of all A · 1 from 41.2% to 43.7%."
    )


def test_one_change_is_told_with_both_its_values() -> None:
    found = changes([("B · 1", 3401, "tokens")], [("B · 1", 17864, "tokens")])
    assert (
        sentence(found)
        == "Numbers of this view: 1 changed: B · 1 from 3,401 tokens to 17,864 tokens."
    )


def test_what_only_rounding_changed_is_the_same() -> None:
    found = changes([("A", 0.1 + 0.2, "fraction")], [("A", 0.3, "fraction")])
    assert sentence(found) == "The numbers of this view are unchanged."


CELLS = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.floats(0, 1), max_size=8)


@given(CELLS, CELLS)
def test_every_number_is_kept_or_counted_once(
    before: dict[str, float], now: dict[str, float]
) -> None:
    found = changes(
        [(place, value, "fraction") for place, value in before.items()],
        [(place, value, "fraction") for place, value in now.items()],
    )
    assert found.added == len(now.keys() - before.keys())
    assert found.removed == len(before.keys() - now.keys())
    moved = {one.setting for one in found.changed}
    for place in before.keys() & now.keys():
        assert (place in moved) == (now[place] != pytest.approx(before[place], abs=1e-9))
