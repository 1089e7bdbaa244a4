"""A sheet and its address: there and back, and what is foreign in it."""

import re
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasonboard.core import url_state
from reasonboard.store.snapshots import snapshot
from reasonboard.studies import STUDIES
from reasonboard.web.links import pinned
from reasonboard.web.sheet.sheet import (
    LONGEST_CAPTION,
    LONGEST_TITLE,
    MOST,
    Item,
    Sheet,
    decode,
    encode,
    plain,
)
from tests.states import states
from tests.titles import title_of

pytestmark = pytest.mark.usefixtures("bundled")
MANY = settings(
    max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
TEXT = st.text(max_size=60) | st.text(alphabet="a é&=?%+#/'\"<>\n,", max_size=40)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    items = []
    for _ in range(draw(st.integers(0, 4))):
        study = draw(st.sampled_from(STUDIES))
        view = draw(st.sampled_from(study.views))
        caption = plain(draw(TEXT), LONGEST_CAPTION)
        values = draw(states(study))
        items.append(Item(study, view, values, pinned.permalink(study, values), caption))
    title = plain(draw(TEXT).replace("\n", " "), LONGEST_TITLE)
    return Sheet(" ".join(title.split()), tuple(items))


@MANY
@given(sheet=sheets())
def test_a_sheet_and_its_address_are_the_same(sheet: Sheet) -> None:
    search = encode(sheet)
    if len(search) - 1 > url_state.LONGEST:
        return
    assert search.isascii()
    assert search.isprintable()
    assert not set(search).intersection(" \"'<>\\^`{|}#")
    assert decode(search) == (sheet, [])
    assert encode(decode(search)[0]) == search


@pytest.mark.long
@MANY
@given(sheet=sheets())
def test_an_address_that_a_browser_writes_anew_is_the_same_sheet(sheet: Sheet) -> None:
    search = encode(sheet)
    rewritten = "?" + urlencode(parse_qsl(search.removeprefix("?"), keep_blank_values=True))
    if len(rewritten) - 1 <= url_state.LONGEST:
        assert decode(rewritten) == (sheet, [])


@MANY
@given(search=st.text(max_size=300) | st.text(alphabet="item=&?/%cap-vhegrd25", max_size=200))
def test_whatever_is_read_can_be_written_and_read_again(search: str) -> None:
    sheet, _ = decode(search)
    assert decode(encode(sheet)) == (sheet, [])


@MANY
@given(text=st.text(max_size=700))
def test_a_text_once_plain_stays_as_it_is(text: str) -> None:
    once = plain(text, LONGEST_CAPTION)
    assert plain(once, LONGEST_CAPTION) == once
    assert len(once) <= LONGEST_CAPTION
    assert all(sign.isprintable() or sign == "\n" for sign in once if sign.isascii())


def test_an_address_is_short_and_readable() -> None:
    search = (
        "?title=My+sheet&item=kv-cache/grid?mode=best&caption=Two,+or+more%3F&item=iterations/grid"
    )
    sheet, notices = decode(search)
    assert notices == []
    assert sheet.title == "My sheet"
    assert [(item.study.path, item.view.name, item.caption) for item in sheet.items] == [
        ("kv-cache", "grid", "Two, or more?"),
        ("iterations", "grid", ""),
    ]
    assert sheet.items[0].values["mode"] == "best"
    data = f"%26data={snapshot().version}"
    assert encode(sheet) == (
        f"?title=My+sheet&item=kv-cache/grid?source=dynts-readings%26mode=best{data}"
        f"&caption=Two,+or+more?&item=iterations/grid?source=kimi-k15-figure-5{data}"
    )


def test_a_caption_stays_text_whatever_is_in_it() -> None:
    hostile = "<script>alert(1)</script>\u202e{%config%}\x00\x1b[31m&item=data/runs"
    sheet, notices = decode(f"?item=kv-cache/grid&caption={quote(hostile)}")
    assert notices == []
    assert sheet.items[0].caption == "<script>alert(1)</script>{%config%}  [31m&item=data/runs"
    assert len(sheet.items) == 1


@pytest.mark.parametrize(
    "item",
    ["", "kv-cache", "kv-cache/", "/grid", "nothing/grid", "kv-cache/nothing", "../kv-cache/grid", "kv-cache/../grid",
     "KV-CACHE/grid", "<script>/x", "%00/%00", "kv-cache/grid/grid", "kv-cache%2Fgrid%23", "sheet/sheet"],
)  # fmt: skip
def test_an_unknown_view_is_left_out_with_a_notice_and_takes_its_caption_along(item: str) -> None:
    sheet, notices = decode(f"item=iterations/grid&item={item}&caption=of+nothing")
    assert [(one.view.name, one.caption) for one in sheet.items] == [("grid", "")]
    assert len(notices) == 1
    assert notices[0].startswith("Left out “")
    assert len(notices[0]) < 90


def test_a_foreign_value_falls_back_to_the_default_and_says_of_which_view() -> None:
    sheet, notices = decode("item=kv-cache/grid?mode=nonsense")
    study = sheet.items[0].study
    assert sheet.items[0].values == study.defaults()
    assert re.match(f"{re.escape(title_of('kv-cache', 'grid'))}: .*“nonsense” is not", notices[0])
    version = snapshot().version
    assert encode(sheet) == f"?item=kv-cache/grid?source=dynts-readings%26data={version}"


def test_a_caption_before_any_view_and_strange_parts_are_noticed() -> None:
    sheet, notices = decode("caption=x&y=1&item=kv-cache/grid&&=&" + "z=1&" * 50)
    assert len(sheet.items) == 1
    assert len(notices) == 5


def test_a_sheet_has_so_many_views_at_most() -> None:
    search = "?" + "&".join(["item=data/runs"] * 400)
    sheet, notices = decode(search)
    assert len(sheet.items) == MOST
    assert notices == ["A report has 24 charts at most; 376 were left out."]


@pytest.mark.parametrize(
    "search",
    ["item=data/runs&" * 1000, "title=" + "x" * 10_000_000, "&" * 9000, "caption=%" * 2000],
)
def test_an_address_that_is_too_long_is_an_empty_sheet(search: str) -> None:
    assert decode(search) == (Sheet(), ["The address is too long, so nothing is shown."])


def test_what_would_be_too_long_once_coded_is_left_out() -> None:
    item = "item=data/runs&caption=" + "€" * LONGEST_CAPTION + "&"
    sheet, notices = decode(item * 3)
    assert len(sheet.items) == 1
    assert len(encode(sheet)) <= url_state.LONGEST
    assert notices == ["The report is too long for an address; 2 charts were left out."]


def test_texts_are_cut_to_their_longest() -> None:
    sheet, _ = decode(f"title={'t' * 500}&item=data/runs&caption={'c' * 5000}")
    assert len(sheet.title) == LONGEST_TITLE
    assert len(sheet.items[0].caption) == LONGEST_CAPTION
