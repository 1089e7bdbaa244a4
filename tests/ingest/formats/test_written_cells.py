"""What cells say, in all the ways in which people write numbers; a text never becomes a number."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest.formats.cells.cell import Missing, decimal_of, name, parse
from reasonboard.ingest.formats.cells.numbers import Interval, Number


def shown(text: object, decimal: str = ".") -> dict[str, object]:
    """The fields of a number that are not as usual, without the text itself."""
    found = parse(text, decimal)
    assert isinstance(found, Number), found
    usual = Number(0)
    names = [each for each in Number.__slots__ if each not in ("text", "decimals")]
    return {
        each: getattr(found, each)
        for each in names
        if each == "value" or getattr(found, each) != getattr(usual, each)
    }


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("54.9", {"value": 54.9}),
        ("**76.0**", {"value": 76.0}),
        ("\\textbf{76.0}", {"value": 76.0}),
        ("$\\mathbf{76.0}$", {"value": 76.0}),
        ("[54.9](https://example.org/log)", {"value": 54.9}),
        ("`54.9`", {"value": 54.9}),
        ("76.0 %", {"value": 76.0, "sign": "%"}),
        ("76.0\\%", {"value": 76.0, "sign": "%"}),
        ("54.9 ± 1.2", {"value": 54.9, "spread": 1.2, "spread_as": "±"}),
        ("**54.9** +/- 1.2", {"value": 54.9, "spread": 1.2, "spread_as": "±"}),
        ("$54.9_{\\pm 1.2}$", {"value": 54.9, "spread": 1.2, "spread_as": "±"}),
        ("54.9$\\pm$1.2", {"value": 54.9, "spread": 1.2, "spread_as": "±"}),
        ("54.9<sub>±1.2</sub>", {"value": 54.9, "spread": 1.2, "spread_as": "±"}),
        ("$54.9_{1.2}$", {"value": 54.9, "spread": 1.2, "spread_as": "_"}),
        ("54.9 (1.2)", {"value": 54.9, "spread": 1.2, "spread_as": "()"}),
        ("54.9 (std 1.2)", {"value": 54.9, "spread": 1.2, "spread_as": "std"}),
        ("54.9 (s.e. = 1.2)", {"value": 54.9, "spread": 1.2, "spread_as": "se"}),
        ("9.7 ± 1 %", {"value": 9.7, "sign": "%", "spread": 1, "spread_as": "±"}),
        ("54.9 [53.7, 56.1]", {"value": 54.9, "low": 53.7, "high": 56.1}),
        ("54.9 (95% CI: 53.7-56.1)", {"value": 54.9, "low": 53.7, "high": 56.1}),
        ("54.5 +1.5/-1", {"value": 54.5, "low": 53.5, "high": 56.0}),
        ("$54.5^{+1.5}_{-1}$", {"value": 54.5, "low": 53.5, "high": 56.0}),
        ("8.2k", {"value": 8200, "suffix": "k"}),
        ("128K", {"value": 128_000, "suffix": "K"}),
        ("3.9k tokens", {"value": 3900, "suffix": "k", "sign": "tokens"}),
        ("1,234", {"value": 1234}),
        ("2{,}905", {"value": 2905}),
        ("12\u202f480", {"value": 12480}),
        ("91/128", {"value": 91 / 128, "right": 91, "count": 128}),
        ("3 of 200", {"value": 0.015, "right": 3, "count": 200}),
        ("91/128 (71.1%)", {"value": 91 / 128, "right": 91, "count": 128}),
        ("71.1% (91/128)", {"value": 71.1, "sign": "%", "right": 91, "count": 128}),
        ("54.9 (n=30)", {"value": 54.9, "count": 30}),
        ("$0.38", {"value": 0.38, "sign": "$"}),
        ("0.38 USD", {"value": 0.38, "sign": "$"}),
        ("7m 12s", {"value": 432, "sign": "s"}),
        ("0:07:12", {"value": 432, "sign": "s"}),
        ("61 s", {"value": 61, "sign": "s"}),
        ("12.5ms", {"value": 12.5, "sign": "ms"}),
        ("< 5 %", {"value": 5, "sign": "%", "bound": "<"}),
        ("≥90", {"value": 90, "bound": "≥"}),
        ("0.37 -> 0.48", {"value": 0.48}),
        ("47.5 → 70.0 (+22.5)", {"value": 70}),
        ("54.9 (+1.2)", {"value": 54.9}),
        ("54.9 ↓1.2", {"value": 54.9}),
        ("(+1.2)", {"value": 1.2, "signed": True, "spread_as": "()"}),
        ("−0.5", {"value": -0.5, "signed": True}),
        ("52.0*", {"value": 52}),
        ("† 52.0", {"value": 52}),
        ("52.0<sup>a</sup>", {"value": 52}),
        ("52.0[^1]", {"value": 52}),
        ("84.3 (5-shot)", {"value": 84.3}),
        ("🥇 71.3", {"value": 71.3}),
        ("1.2e1", {"value": 12}),
        ("$1.2\\times10^{-3}$", {"value": 0.0012}),
        (0.5, {"value": 0.5}),
        (7, {"value": 7}),
    ],
)  # fmt: skip
def test_a_number_comes_with_what_is_written_around_it(
    text: object, fields: dict[str, object]
) -> None:
    assert shown(text) == pytest.approx(fields)


@pytest.mark.parametrize(
    "text",
    [
        "plum-7b", "GPT-4", "3.5 sonnet", "4o", "3-shot", "v1.2", "1.2.3", "2026-10-20", "12:05", "007", "1-5",
        "10%-20%",
        "54.9 (45.0) (46.0)", "54.9 / 61.2", "1 319", "5/0", "12/5", "0x1f", "1_000", "C:\\models\\7b", "AIME 2024",
        "@8",
        "54.9\\std{1.2}", "0,437", "1,23", "1e999", "true", "k=8", "½", "IV", "7m", "1.2.2026", "$", "%", "8x7B",
        "+", "±1.2.3",
    ],
)  # fmt: skip
def test_a_text_never_becomes_a_number(text: str) -> None:
    assert isinstance(parse(text), str | Missing)


@pytest.mark.parametrize(
    "text",
    ["", "-", "--", "—", "N/A", "nan", "null", "??", "TBD", "\\todo{run}", "⏳", "FAIL", "OOM", "diverged", "k. A.",
     None, "inf",
     "(n/a)", "**-**", "not run", float("nan")],
)  # fmt: skip
def test_a_word_for_a_missing_value_is_one(text: object) -> None:
    assert isinstance(parse(text), Missing)


def test_two_bounds_alone_are_an_interval() -> None:
    texts = ["[0.41, 0.47]", "0.41–0.47", "(41 %, 47 %)", "+6/-7"]
    assert [parse(text) for text in texts] == [Interval(text) for text in texts]


def test_a_comma_is_decimal_where_the_table_says_so() -> None:
    cells = ["84,3", "1.319", "1.180,4", "500", "k. A."]
    assert decimal_of(cells) == ","
    assert [shown(cell, ",")["value"] for cell in cells[:4]] == [84.3, 1319, 1180.4, 500]
    assert isinstance(parse("12.5", ","), str)


@pytest.mark.parametrize(
    ("cells", "decimal"),
    [
        (["84.3", "1,319"], "."),
        (["0,437"], ","),
        (["1,234,567"], "."),
        (["1.234.567"], ","),
        (["0.84", "1.319"], "."),
        (["81,432"], ""),
        (["plum", 0.5], "."),
    ],
)
def test_the_decimal_sign_is_that_of_the_numbers_which_can_be_read_in_one_way(
    cells: list[object], decimal: str
) -> None:
    assert decimal_of(cells) == decimal
    assert isinstance(parse("81,432", decimal), str if decimal == "" else Number)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("[quince-32b](https://example.org/quince)¹", "quince-32b"),
        ("🌱 plum-14b-rl †", "plum-14b-rl"),
        ("medlar-70b<sup>2</sup>", "medlar-70b"),
        ("`sloe-4b`", "sloe-4b"),
        ("**Ours**", "Ours"),
        ("plum-7b*", "plum-7b"),
        ("damson-8b (high)", "damson-8b (high)"),
        ("+ DPO", "+ DPO"),
        ("model_a_b", "model_a_b"),
        ("a*b*c", "a*b*c"),
        ("Quince† (ours)", "Quince (ours)"),
        ("Plum$_{7B}$", "Plum-7B"),
    ],
)
def test_marks_are_no_part_of_a_name(text: str, bare: str) -> None:
    assert name(text) == bare


_NUMBERS = st.decimals(min_value=0, max_value=10**9, places=3, allow_nan=False)


def _groups(whole: int, sign: str) -> str:
    return f"{whole:,}".replace(",", sign)


@given(_NUMBERS)
def test_a_number_is_itself_in_every_spelling(number: object) -> None:
    plain = f"{number:f}"
    whole, _, rest = plain.partition(".")
    grouped = f"{_groups(int(whole), ',')}.{rest}"
    spellings = [
        plain, grouped, f"**{plain}**", f"\\textbf{{{grouped}}}", f"${plain}$", f"{plain}*", f"{plain} †",
        f"[{plain}](u)",
        f"<b>{plain}</b>", f" {plain} ", f"\\underline{{{plain}}}", f"$\\mathbf{{{plain}}}$", f"\\num{{{plain}}}",
        f"_{plain}_", f"{plain}$^{{*}}$", f"{plain}¹", f"{_groups(int(whole), chr(0x202F))}.{rest}",
    ]  # fmt: skip
    for text in spellings:
        assert shown(text)["value"] == float(plain), text
    assert shown(f"{plain} ± 1.5")["spread"] == 1.5
    assert shown(f"{plain}%") == {"value": float(plain), "sign": "%"}
    comma = f"{_groups(int(whole), '.')},{rest}"
    assert shown(comma, ",")["value"] == float(plain)
    assert shown(f"-{plain}")["value"] == -float(plain)


@given(
    st.text(string.ascii_letters + string.digits + " -_./:", min_size=1).filter(
        lambda text: text.strip(" -_./:").isalpha()
    )
)
def test_a_text_of_letters_stays_one(text: str) -> None:
    assert isinstance(parse(text), str | Missing)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert parse(text) is not None
    assert isinstance(name(text), str)
