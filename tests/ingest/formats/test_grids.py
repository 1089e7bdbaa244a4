"""Tables of files as grids: their headers, rows, sections, and what is written around them."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.read import grids


def tables(folder: Path, name: str, text: str | bytes) -> list[Grid]:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(grids(File(path, name)))


def table(folder: Path, name: str, text: str | bytes) -> Grid:
    (only,) = tables(folder, name, text)
    return only


def test_a_header_and_rows_with_their_lines(tmp_path: Path) -> None:
    found = table(tmp_path, "a.csv", 'model,note,gsm8k\nplum,"a\nb",0.5\nfig,,0.25\n')
    assert found.headers == (("model",), ("note",), ("gsm8k",))
    assert list(found.rows) == [("plum", "a b", "0.5"), ("fig", "", "0.25")]
    assert list(found.places) == ["line 2", "line 4"]
    assert (found.name, found.part, found.has_header, found.decimal) == ("a", "", True, ".")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(tmp_path: Path, separator: str) -> None:
    lines = [["model", "gsm8k", "math"], ["plum, small", "84.3", "53"], ["fig; x", "7.1", "4"]]
    text = "\n".join(
        separator.join(f'"{cell}"' if separator in cell else cell for cell in line)
        for line in lines
    )
    assert list(table(tmp_path, "a.csv", text).rows) == [tuple(line) for line in lines[1:]]


def test_decimal_commas_are_said(tmp_path: Path) -> None:
    assert table(tmp_path, "a.csv", "m;x;n\nplum;84,3;1.319\n").decimal == ","
    assert table(tmp_path, "a.csv", "m;x;n\nplum;84,321;1.319\n").decimal == ""
    assert table(tmp_path, "a.csv", 'm,x\nplum,"84,321"\n').decimal == "."


def test_a_row_with_other_cells_than_the_header_is_named(tmp_path: Path) -> None:
    found = table(tmp_path, "a.csv", "m,x,y\na,1,2\nb,1\n")
    assert found.wrong == "a.csv:3: 2 cells (expected 3, as the header has)"
    found = table(tmp_path, "a.md", "|m|x|\n|-|-|\n|a|1|\n|b|1|2|\n")
    assert found.wrong == "a.md:4: 3 cells (expected 2, as the header has)"
    assert len(table(tmp_path, "a.csv", "m,x,y\na,1,2,,\nb,1,2\n").rows) == 2


def test_a_table_without_a_header_says_so(tmp_path: Path) -> None:
    found = table(tmp_path, "a.csv", "plum,GSM8K,0.84,1319\nfig,GSM8K,0.71,1319\n")
    assert not found.has_header
    assert len(found.rows) == 2


@pytest.mark.parametrize(
    "header", ["model,4K,8K,16K", "model, 1, 2, 4", "ratio \\ window,0.1,0.5,1", ",16,8,4"]
)
def test_numbers_that_rise_or_fall_are_a_header(tmp_path: Path, header: str) -> None:
    found = table(tmp_path, "a.csv", f"{header}\nplum,0.9,0.8,0.7\nfig,0.5,0.6,0.4\n")
    assert found.has_header
    assert len(found.rows) == 2


def test_two_header_rows_and_the_name_of_the_index(tmp_path: Path) -> None:
    text = ",GSM8K,,MATH,\n,acc,tokens,acc,tokens\nmodel,,,,\nplum,84.3,212,53.8,980\n"
    expected = (
        ("model",),
        ("GSM8K", "acc"),
        ("GSM8K", "tokens"),
        ("MATH", "acc"),
        ("MATH", "tokens"),
    )
    assert table(tmp_path, "a.csv", text).headers == expected
    text = ",GSM8K,GSM8K,MATH,MATH\nmodel,acc,tokens,acc,tokens\nplum,84.3,212,53.8,980\n"
    assert table(tmp_path, "a.csv", text).headers == expected
    text = "| model | GSM8K | | MATH | |\n|-|-|-|-|-|\n| | acc | tokens | acc | tokens |\n|plum|84|21|53|98|\n"
    assert table(tmp_path, "a.md", text).headers == expected


def test_a_row_of_missing_values_is_no_header(tmp_path: Path) -> None:
    found = table(tmp_path, "a.csv", "model,,math\nplum,-,n/a\nfig,0.5,0.6\n")
    assert len(found.rows) == 2


def test_a_title_and_remarks_above_are_the_caption(tmp_path: Path) -> None:
    found = table(
        tmp_path, "a.csv", "Table 2: accuracy (%)\n# seeds: 3\n\nmodel,gsm8k\nplum,84\nfig,71\n"
    )
    assert found.headers == (("model",), ("gsm8k",))
    assert found.caption == "Table 2: accuracy (%) # seeds: 3"


def test_several_tables_with_empty_lines_between_them(tmp_path: Path) -> None:
    first, second = tables(tmp_path, "a.csv", "model,gsm8k\nplum,84\n\nmodel,math,n\nfig,50,500\n")
    assert (first.headers, second.headers) == (
        (("model",), ("gsm8k",)),
        (("model",), ("math",), ("n",)),
    )
    assert len(table(tmp_path, "a.csv", "model,gsm8k\nplum,84\n\nfig,50\n").rows) == 2


def test_sections_are_no_rows(tmp_path: Path) -> None:
    text = (
        "|model|size|gsm8k|\n|-|-|-|\n|**small**| | |\n|plum|7B|84|\n|**large**|||\n|fig|70B|91|\n"
    )
    found = table(tmp_path, "a.md", text)
    assert [row[0] for row in found.rows] == ["plum", "fig"]
    assert found.sections == ("small", "large")


def test_a_cell_holds_for_the_empty_ones_below_it(tmp_path: Path) -> None:
    text = "base,variant,gsm8k\nsloe,SFT,71\n,DPO,73\nfig,SFT,79\n,DPO,\n"
    found = table(tmp_path, "a.csv", text)
    assert [row[:2] for row in found.rows] == [
        ("sloe", "SFT"),
        ("sloe", "DPO"),
        ("fig", "SFT"),
        ("fig", "DPO"),
    ]
    assert found.filled
    text = "|model|open|gsm8k|note|\n|-|-|-|-|\n|plum|yes|84|rerun|\n|fig|no|71||\n|mean||77||\n"
    assert not table(tmp_path, "a.md", text).filled


def test_the_heading_and_the_texts_around_a_table_of_markdown(tmp_path: Path) -> None:
    text = (
        "---\nlicense: mit\n---\n# Board\n\nAll in percent.\n\n## Retail (n = 115)\n\n|m|x|\n|-|-|\n|[a](u)|**1**|\n\n"
        "± is a std.\n\n"
        "```\n|no|table|\n|-|-|\n```\n## Airline\n|m|x|\n|:-|-:|\n|`b`|2 \\| 3|\n"
    )
    first, second = tables(tmp_path, "a.md", text)
    assert (first.part, second.part) == ("Retail (n = 115)", "Airline")
    assert (first.caption, first.constants) == ("± is a std.", {"license": "mit"})
    assert list(first.rows) + list(second.rows) == [("a", "1"), ("b", "2 | 3")]


def test_a_file_without_a_table_is_left_out(tmp_path: Path) -> None:
    with pytest.raises(Skip, match="no table"):
        tables(tmp_path, "a.md", "# Only text\n\nwith a | in it\n")


def test_a_text_that_is_no_utf_8_is_named(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="UTF-16"):
        tables(tmp_path, "a.csv", "model,x\na,1\n".encode("utf-16"))
    assert table(tmp_path, "a.csv", b"\xef\xbb\xbfmodel,x\na,1\n").headers[0] == ("model",)


def test_a_table_of_html_in_markdown(tmp_path: Path) -> None:
    text = (
        "## GSM8K\n<table><thead><tr><th rowspan=2>Model</th><th colspan='2'>Math</th></tr>\n"
        "<tr><th>acc</th><th>n</th></tr></thead>\n"
        "<tr><td rowspan=2><b>plum</b></td><td>84.3<sup>a</sup></td><td>5</td></tr>\n"
        "<tr><td>85</td><td>6</td></tr></table>\n"
    )
    found = table(tmp_path, "a.md", text)
    assert found.headers == (("Model",), ("Math", "acc"), ("Math", "n"))
    assert list(found.rows) == [("plum", "84.3ᵃ", "5"), ("plum", "85", "6")]
    assert (found.part, list(found.places)) == ("GSM8K", ["line 4", "line 5"])


def test_what_is_struck_out_is_no_value(tmp_path: Path) -> None:
    found = table(tmp_path, "a.md", "|m|x|y|\n|-|-|-|\n|a|~~1~~ **2**|~~3~~|\n|b|4|5|\n")
    assert found.rows[0] == ("a", "2", "~~3~~")


def test_notes_below_a_table_are_its_caption(tmp_path: Path) -> None:
    found = table(tmp_path, "a.csv", "m,x,y\na,1,2\nb,3,4\n,,\nNote: 8 samples,,\n")
    assert (len(found.rows), found.caption) == (2, "Note: 8 samples")


def test_tables_under_one_heading_have_the_line_above_them_as_part(tmp_path: Path) -> None:
    one = "|t|acc|\n|-|-|\n|gsm8k|0.5|\n|math|0.6|\n"
    found = tables(
        tmp_path, "a.md", f"# Runs\nlab/plum-7b\n\n{one}\n####\n\nlab/fig-3b\n\n{one}\nThe end.\n"
    )
    assert [each.part for each in found] == ["lab/plum-7b", "lab/fig-3b"]
    assert [each.caption for each in found] == ["Runs lab/plum-7b", "Runs lab/fig-3b The end."]


def test_captions_may_stand_below_tables(tmp_path: Path) -> None:
    one = "|m|acc|\n|-|-|\n|plum|0.5|\n|fig|0.6|\n"
    found = tables(tmp_path, "a.md", f"# Runs\n\n{one}\nTable 1: GSM8K\n\n{one}\nTable 2: MATH\n")
    assert [each.part for each in found] == ["Table 1: GSM8K", "Table 2: MATH"]


def test_equal_headings_are_said_with_those_above_them(tmp_path: Path) -> None:
    one = "### Results\n|m|acc|\n|-|-|\n|plum|0.5|\n|fig|0.6|\n"
    found = tables(tmp_path, "a.md", f"# All\n## GSM8K\n{one}\n## MATH\n{one}")
    assert [each.part for each in found] == ["GSM8K / Results", "MATH / Results"]
