"""One door for each format: JSON and TOML of any origin are read by it, and what is hostile is one line."""

import pytest

from reasonboard.store.documents import DocumentError, parse_json, parse_toml
from tests.store import one_door

DOORS = {
    "ingest/formats/separated.py": {"_parsed", "cells", "fields"},
    "ingest/formats/yaml_file.py": {"parse"},
    "store/documents.py": {"parse_json", "parse_toml"},
}
OTHERS = {
    # What we wrote or read strictly ourselves: in a store, between two processes, for the Python interface.
    "core/insights.py": {"_checked"},
    "ingest/formats/kept_reading.py": {"kept"},
    "ingest/staging/pushed_rows.py": {"judge"},
    "core/rendered.py": {"marks", "without_selection"},
    "python/board.py": {"_read_studies", "figure"},
    "python/table.py": {"read"},
    "store/going.py": {"all_loads"},
    "store/pushed.py": {"_before", "aside"},
    "store/sealed.py": {"unseal"},
    "web/load_process.py": {"main"},
    "web/page/sections.py": {"_kept", "of_state"},
    # A beginning of a file by which its tool is known, before that tool's reader reads it strictly.
    "ingest/formats/files.py": {"first_row"},
    # Values in the middle of a document that was read strictly.
    "ingest/formats/spans.py": {""},
    "ingest/readers/livecodebench.py": {"_message"},
    "ingest/texts/text_file.py": {"value"},
    # An address that is matched as a whole, and bodies of requests, in which every value is checked.
    "export/metadata.py": {"_origin"},
    "web/api/loading.py": {"_json_of_request", "_with_html"},
    "web/security.py": {"wrong_body"},
}


def test_no_other_function_reads_a_format() -> None:
    assert one_door.reading() == DOORS | OTHERS


HOSTILE_TOML = {
    "decimal": "a = " + "9" * 5000,
    "hexadecimal": "a = 0x" + "f" * 5000,
    "binary, in a list in a table": "[t]\nb = [[1, 0b1" + "0" * 80 + "]]",
    "65 bits": f"a = {2**63}",
    "nested": "a = " + "[" * 5000 + "]" * 5000,
    "nested tables": "a = " + "{b=" * 5000 + "1" + "}" * 5000,
    "dots": "a" + ".a" * 5000 + " = 1",
    "twice": "a = 1\na = 2",
    "surrogate": 'a = "\\ud800"',
    "NUL": "a = \0",
    "long": "#" * (5 * 1024 * 1024),
    "nothing": "a = ",
}


@pytest.mark.parametrize("text", HOSTILE_TOML.values(), ids=HOSTILE_TOML)
def test_hostile_toml_is_one_line(text: str) -> None:
    with pytest.raises(DocumentError) as refused:
        parse_toml(text, "x.toml")
    line = str(refused.value)
    assert line.startswith("x.toml")
    assert "(expected " in line
    assert len(line) < 300
    assert "\n" not in line


def test_the_largest_number_of_toml_is_read() -> None:
    assert parse_toml(f"a = [{2**63 - 1}, -{2**63 - 1}, 0xff]", "x.toml") == {
        "a": [2**63 - 1, 1 - 2**63, 255]
    }


HOSTILE_JSON = {
    "decimal": "[" + "9" * 5000 + "]",
    "nested": "[" * 100_000,
    "twice": '{"a": 1, "a": 2}',
    "nothing": "",
}


@pytest.mark.parametrize("text", HOSTILE_JSON.values(), ids=HOSTILE_JSON)
def test_hostile_json_is_one_line(text: str) -> None:
    with pytest.raises(DocumentError, match=r"^x\.json:3.*\(expected ") as refused:
        parse_json(text, "x.json", 3)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"a": "b', "r.json:1:7: Unterminated string (expected JSON)"),
        ('{"a": "b\nc"}', "r.json:1:9: Invalid control character (expected JSON)"),
        ('{"a": }', "r.json:1:7: Expecting value (expected JSON)"),
    ],
)
def test_what_is_wrong_of_json_is_a_whole_phrase(text: str, wrong: str) -> None:
    with pytest.raises(DocumentError) as error:
        parse_json(text, "r.json")
    assert str(error.value) == wrong
