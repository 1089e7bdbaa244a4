"""The references of a sheet, worked out by hand."""

import pytest

from reasonboard.store.snapshots import snapshot
from reasonboard.web.sheet.references import marks_text, references
from reasonboard.web.sheet.sheet import Item, decode
from tests.conftest import Given

ROW = {"kv_method": "D", "kv_window": 500, "kv_ratio": 0.1, "value": 0.5}


def items(*searches: str) -> tuple[Item, ...]:
    sheet, notices = decode("&".join(f"item={search}" for search in searches))
    assert notices == []
    return sheet.items


@pytest.fixture
def three(given: Given) -> None:
    """Three sources of one study: stated; approximate and illustrative; one stated, one extrapolated value."""
    given(
        "kv-cache",
        one=[ROW | {"kind": "stated"}],
        two=[ROW | {"kind": "approximate"}, ROW | {"kv_ratio": 0.2, "kind": "illustrative"}],
        three=[ROW | {"kind": "stated"}, ROW | {"kv_ratio": 0.2, "kind": "extrapolated"}],
    )


@pytest.mark.usefixtures("three")
def test_sources_are_numbered_as_the_figures_first_use_them() -> None:
    found = references(
        items("kv-cache/grid?source=two", "kv-cache/grid", "kv-cache/by_window?source=two")
    )
    assert [row["id"] for row in found.sources] == ["two", "one"]
    assert [marks.numbers for marks in found.marks] == [(1,), (2,), (1,)]
    turned = references(items("kv-cache/grid", "kv-cache/grid?source=two"))
    assert [row["id"] for row in turned.sources] == ["one", "two"]


@pytest.mark.usefixtures("three")
def test_footnotes_mark_the_kinds_that_occur_and_no_other() -> None:
    found = references(
        items("kv-cache/grid", "kv-cache/grid?source=two", "kv-cache/grid?source=three")
    )
    assert [marks_text(marks) for marks in found.marks] == [
        "Source [1].",
        "Source [2]; all values are made up to illustrate a trend, not measured †, approximate (from text) §.",
        "Source [3]; some values are extrapolated, not measured ‡.",
    ]
    assert [f"{note.symbol} {note.text}" for note in found.footnotes] == [
        "† Made up to illustrate a trend, not measured: the source describes the trend without numbers (figure 2).",
        "‡ Extrapolated, not measured: beyond what the source gives (figure 3).",
        "§ Approximate (from text): the source says “about” (figure 2).",
    ]


@pytest.mark.usefixtures("three")
def test_a_footnote_names_every_figure_that_has_the_kind() -> None:
    found = references(
        items("kv-cache/grid?source=two", "kv-cache/grid", "kv-cache/by_window?source=two")
    )
    assert found.footnotes[0].text.endswith("(figures 1, 3).")


@pytest.mark.usefixtures("three")
def test_a_view_of_all_data_refers_to_all_sources() -> None:
    (marks,) = references(items("data/by_source")).marks
    assert marks.numbers == (1, 2, 3)


@pytest.mark.usefixtures("three")
def test_an_empty_sheet_refers_to_nothing_but_the_newest_data() -> None:
    newest = snapshot()
    assert references(()) == ([], (), (), f"data {newest.version} of {newest.made}")
