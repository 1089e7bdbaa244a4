"""A source as entry and as plain text."""

from typing import Any

from reasonboard.web.citation import entry, plain

ROW: dict[str, Any] = {
    "id": "my-run", "title": "my-run", "citation": "Loaded from out/r.json of lighteval", "url": None,
    "kind": "measured", "file": "out/r.json", "sha256": "ab" * 32, "bibtex": None,
}  # fmt: skip


def test_a_loaded_source_is_a_misc_of_its_title_its_file_and_its_digest() -> None:
    made = entry(ROW)
    assert (made.type, made.key, made.authors) == ("misc", "my-run", ())
    assert made.fields["title"] == "my-run"
    assert (
        made.fields["note"]
        == f"Loaded from out/r.json of lighteval. File out/r.json, sha256 {'ab' * 32}"
    )


def test_a_known_entry_says_what_kind_its_numbers_are() -> None:
    known = {
        "type": "misc",
        "key": "k",
        "authors": ["Liu, Z."],
        "fields": {"title": "T", "note": "Figure 5"},
    }
    made = entry(ROW | {"kind": "illustrative", "bibtex": known})
    assert made.authors == ("Liu, Z.",)
    assert made.fields == {
        "title": "T",
        "note": "Figure 5; numbers here: made up to illustrate a trend, not measured",
    }


def test_plain_text_is_one_line_with_address_kind_and_file() -> None:
    assert plain(ROW | {"url": "https://x.org", "kind": "read_off", "file": "r.csv"}) == (
        "Loaded from out/r.json of lighteval. https://x.org. Numbers here: read from a figure. "
        f"File r.csv, sha256 {'ab' * 32}."
    )
