"""BibTeX that LaTeX prints as the text was."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.export.bibtex import Entry, bibliography
from tests.export.parsing import names, parsed, plain

TEXT = st.text(max_size=40) | st.text(alphabet="\\{}&%$#_~^ aA,\n\"@='-", max_size=25)
NAME = TEXT | st.sampled_from(
    ["others", "Kimi Team", "Band and Sons", "Liu, Z.", "and", "A, B, C, D"]
)
FIELDS = st.dictionaries(
    st.sampled_from(["title", "year", "eprint", "url", "doi", "note", "journal"]), TEXT
)
ENTRIES = st.lists(
    st.builds(
        Entry,
        type=st.sampled_from(["misc", "article"]),
        key=TEXT,
        authors=st.lists(NAME, max_size=4).map(tuple),
        fields=FIELDS,
    ),
    max_size=6,
)


def one(**fields: str) -> dict[str, str]:
    return parsed(bibliography([Entry("misc", "k", fields=fields)]))[0].fields


def squeezed(text: str) -> str:
    """The words of a text: what no printer shows is a space."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def test_an_entry_is_written_as_people_write_it() -> None:
    entry = Entry(
        "misc", "kimi2025k15", ("Kimi Team", "Liu, Z.", "others"),
        {"title": "Kimi k1.5: Scaling with LLMs", "year": "2025", "eprint": "2501.12599", "note": ""},
    )  # fmt: skip
    assert bibliography([entry]) == (
        "@misc{kimi2025k15,\n"
        "  author = {{Kimi Team} and Liu, Z. and others},\n"
        "  title = {{Kimi} k1.5: {Scaling} with {LLMs}},\n"
        "  year = {2025},\n"
        "  eprint = {2501.12599},\n"
        "  archiveprefix = {arXiv},\n"
        "}\n"
    )


def test_no_entry_is_an_empty_file() -> None:
    assert bibliography([]) == ""


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a & b", r"a \& b"), ("5%", r"5\%"), ("$x_1$", r"\$x\_1\$"), ("#1", r"\#1"),
        ("{x}", r"\textbraceleft{}x\textbraceright{}"), ("~", r"\textasciitilde{}"),
        ("^", r"\textasciicircum{}"), (r"\input{x}", r"\textbackslash{}input\textbraceleft{}x\textbraceright{}"),
        ("two\n lines", "two lines"), ("Guzmán", "Guzmán"),
    ],
)  # fmt: skip
def test_what_latex_would_run_is_printed_instead(text: str, written: str) -> None:
    assert one(note=text)["note"] == written


def test_an_address_keeps_its_signs_but_none_that_could_end_it() -> None:
    address = "https://x.org/a_b?c=1&d=%20#e~f"
    assert one(url=address)["url"] == address
    assert one(url="https://x.org/{a}\\ b")["url"] == "https://x.org/%7Ba%7D%5C%20b"


def test_a_name_with_an_and_stays_one_author() -> None:
    (entry,) = parsed(
        bibliography([Entry("misc", "k", ("Simon and Schuster", "others", "Band And, X"))])
    )
    assert [plain(name) for name in names(entry.fields["author"])] == [
        "Simon and Schuster", "others", "Band And, X",
    ]  # fmt: skip
    assert names(entry.fields["author"])[1] == "{others}", "only the last one means the rest"


def test_keys_that_differ_in_case_or_in_foreign_signs_only_are_told_apart() -> None:
    keys = ["Run", "run", "run 1", "run/1", "", "}{", "run-2"]
    found = [entry.key for entry in parsed(bibliography(Entry("misc", key) for key in keys))]
    assert found == ["Run", "run-2", "run-1", "run-1-2", "source", "source-2", "run-2-2"]


@given(ENTRIES)
def test_every_list_of_entries_is_read_back_entry_by_entry(entries: list[Entry]) -> None:
    text = bibliography(entries)
    found = parsed(text)
    assert text.count("{") == text.count("}")
    assert [entry.type for entry in found] == [entry.type for entry in entries]
    assert len({entry.key.lower() for entry in found}) == len(entries)
    assert all(re.fullmatch(r"[A-Za-z0-9:.-]+", entry.key) for entry in found)


@given(TEXT)
def test_every_text_is_printed_as_it_was(text: str) -> None:
    for name in ("title", "note"):
        assert plain(one(**{name: text}).get(name, "")) == squeezed(text)


@given(st.lists(NAME.filter(lambda name: squeezed(name) != ""), min_size=1, max_size=5))
def test_every_list_of_names_is_taken_apart_again(authors: list[str]) -> None:
    (entry,) = parsed(bibliography([Entry("misc", "k", tuple(authors))]))
    assert [plain(name) for name in names(entry.fields["author"])] == [
        squeezed(name) for name in authors
    ]


@given(TEXT)
def test_every_word_with_a_capital_is_protected(text: str) -> None:
    unprotected = re.sub(r"\\text[a-z]+\{\}", "", one(title=text).get("title", ""))
    while re.search(r"\{[^{}]*\}", unprotected):
        unprotected = re.sub(r"\{[^{}]*\}", "", unprotected)
    assert unprotected == unprotected.lower()


@given(TEXT)
def test_an_address_is_printable_ascii_without_braces(text: str) -> None:
    assert re.fullmatch(r"[!-~]*", one(url=text).get("url", ""))
    assert not set("{}\\") & set(one(url=text).get("url", ""))
