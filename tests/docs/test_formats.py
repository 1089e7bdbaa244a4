"""The pages on tools, tables and cells list every tool, role, field and unit, and are right about cells and limits."""

import re

import pytest

from reasonboard.ingest.formats import archive, extra_settings, files, limits, settings, yaml_file
from reasonboard.ingest.formats.cells import cell
from reasonboard.ingest.formats.cells.cell import Missing
from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.readers.registry import READERS
from reasonboard.ingest.readers.tables import answers, no_results
from reasonboard.ingest.readers.tables.header_words import said
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.toml_form import answers_of
from reasonboard.ingest.readers.tables.vocabulary import listed
from reasonboard.store.documents import parse_toml
from reasonboard.store.fields import ANSWER, MEASUREMENT, MODEL, RUN
from tests.docs.pages import DOCS, code, table

TOOLS, TABLES, CELLS = (DOCS / "reference" / f"{name}.md" for name in ("tools", "tables", "cells"))
_READERS = {
    "lm-evaluation-harness": "lm_eval",
    "Inspect": "inspect_ai",
    "bigcode-evaluation-harness": "bigcode",
    "Qwen2.5-Math": "qwen_math",
    "Hugging Face Hub": "hub_results",
    "Weights & Biases": "wandb",
}
"""Tools whose readers have other names."""


def test_every_reader_has_its_row_and_every_row_a_reader() -> None:
    tools = [row[0] for row in table(TOOLS, "tool") if not row[0].startswith("**")]
    named = [_READERS.get(tool, re.sub(r"\W", "_", tool.lower())) for tool in tools]
    assert sorted(named) == sorted(reader.name for reader in READERS)


def roles() -> list[list[str]]:
    """The rows of both tables of roles."""
    return [row for at in (0, 1) for row in table(TABLES, "`--as COLUMN=`", at)]


def test_every_role_has_its_row() -> None:
    words = {text for row in roles() for text in code(row[0])}
    known = [answers.stated(text.removesuffix(" NAME")) for text in words if "METRIC" not in text]
    assert None not in known
    fields = {Role.FIELD, Role.VALUE}
    assert {each.role for each in known if each} | fields == set(Role)


@pytest.mark.parametrize("row", roles(), ids=lambda row: row[0])
def test_usual_headers_are_read_as_the_role_of_their_row(row: list[str]) -> None:
    known = answers.stated(code(row[0])[0].removesuffix(" NAME"))
    for header in code(row[2]):
        of = said((header,))
        if known is None or known.role is Role.VALUE:
            assert of.known or of.metric or of.role is Role.VALUE, header
        elif known.role in (Role.ITEM, Role.SCORE, Role.ATTEMPT, Role.ANSWER):
            words = listed("answers", known.role.value)
            assert any(re.fullmatch(each, of.words) for each in words), header
        else:
            expected = {each.role for each in map(answers.stated, code(row[0])) if each}
            assert {of.role, of.part} & expected, (header, of)


def test_every_field_has_its_row_with_its_other_names() -> None:
    rows = {code(row[0])[0]: row for row in table(TABLES, "column")}
    every = (*MODEL, *RUN, *MEASUREMENT, *ANSWER)
    assert list(rows) == [each.name for each in every]
    for each in every:
        assert set(each.names) <= set(code(rows[each.name][1])), each.name
        bounded = each.range is not None and each.range.high == 1
        assert (rows[each.name][2] == "0 to 1") == bounded, each.name
        assert (rows[each.name][2] == "whole") == (each.type is int), each.name


def test_every_unit_has_its_row() -> None:
    units = [unit for row in table(TABLES, "after `in`") for unit in code(row[0])]
    assert {answers.UNITS[unit] for unit in units} == set(answers.UNITS.values())
    for row in table(TABLES, "after `in`"):
        name = answers.UNITS[code(row[0])[0]]
        if name in limits.VALUES and name != "hours":
            power = str(limits.VALUES[name].high).replace("1000000000000000.0", "10^15")
            assert row[1] == f"{limits.VALUES[name].low:g} to {power}", row


def test_cells_become_what_the_page_says() -> None:
    for written, becomes in table(CELLS, "cell"):
        for text in code(written):
            parsed = cell.parse(text)
            stated = re.match(r"-?[\d.]*\d", becomes)
            if becomes.startswith("missing"):
                assert isinstance(parsed, Missing), text
            elif stated is None:
                assert isinstance(parsed, Number), text
                assert parsed.bound == "<"
            else:
                assert isinstance(parsed, Number), text
                assert parsed.value == pytest.approx(float(stated[0])), text


def test_limits_are_those_of_the_code() -> None:
    text = TOOLS.read_text()
    mega = 1024 * 1024
    assert f"{files.LARGEST_JSON // mega} MB; {files.LARGEST_LINE // mega} MB" in text
    assert f"a YAML file | {yaml_file._LARGEST // mega} MB" in text
    whole = f"{archive.LARGEST_MEMBER // mega} MB; {archive.LARGEST_WHOLE // mega // 1024} GB"
    assert f"{archive.MOST_MEMBERS:,}; {whole}" in text
    assert f"columns of a table | {no_results.MOST_COLUMNS}" in text
    assert f"at most {settings.MOST:,} settings" in text
    assert f"more than {settings.LONGEST} characters" in text
    names = f"up to {extra_settings.MOST} names of at most {extra_settings.LONGEST_NAME} characters"
    assert names in text


def documents() -> list[str]:
    """The two forms of a TOML next to a table."""
    text = CELLS.read_text().partition("## NAME.toml")[2]
    return re.findall(r"```toml\n(.*?)```", text, re.DOTALL)


def test_the_reading_of_the_page_is_understood() -> None:
    reading = answers_of(parse_toml(documents()[0], "team.toml"), "team.toml")
    applied = answers.applied(reading, ["Team", "Score"])
    assert not applied.elsewhere
    assert [(each.role, each.unit) for each in applied.columns.values()] == [
        (Role.MODEL, ""),
        (Role.VALUE, "percent"),
    ]
    assert applied.spreads == {"Score": "standard error"}


def test_a_pattern_of_the_page_states_fields() -> None:
    reading = answers_of(parse_toml(documents()[1], "x.toml"), "x.toml")
    applied = answers.applied(reading, ["type_T1_len_10"])
    stated = applied.columns["type_T1_len_10"].stated
    assert stated == {"task_type": "T1", "task_length": "10"}
