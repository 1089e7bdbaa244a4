"""Every bundled source is complete, and every name in it is known."""

import csv
import gzip

import pytest

from reasonboard.ingest.bundled.sources import NO_STUDY
from reasonboard.ingest.names.benchmark_names import Known
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.studies.own.declared import STATISTICS
from scripts.compile_data.table import COLUMNS, NUMERIC, text

from .bundle import SOURCES, catalogue, described, measurements, table_file

STUDIES = {"scale-progress", "iterations", "type-length", "prm-selection", "kv-cache"}
KINDS = {"measured", "stated", "read_off", "approximate", "bound_low", "bound_high"}
KINDS |= {"extrapolated", "illustrative"}
REQUIRED = {"study", "rank", "title", "citation", "licence", "kind", "unit"}
PUBLISHED = {
    "HumanEval", "HumanEval+", "MBPP", "MBPP+", "HellaSwag", "IFEval", "MATH", "MATH Level 5", "HMMT Feb 2025",
    "HMMT Nov 2025", "GPQA main", "GPQA extended", "MMLU-Pro", "BBH", "LiveCodeBench", "LiveCodeBench v5",
    "LiveCodeBench v6", "SWE-bench Verified",
}  # fmt: skip
"""Benchmarks of no bundled source: tools and papers call them differently."""
MADE_UP = "caption-scale-progress"  # its values have no place in a source
OPTIONAL = {
    "url",
    "note",
    "bibtex",
    "statements",
    "claims",
    "axes",
    "constants",
    "settings",
    "tested_on",
}


def resolve(kind: str, name: str) -> str:
    """The record's name: an exact name first, else the only alias; of a benchmark also another spelling."""
    records = catalogue(kind)
    if kind == "benchmark":
        named = benchmarks().name(name)
        assert named, f"benchmark {name!r} is not known"
        return named
    if any(record["name"] == name for record in records):
        return name
    owners: list[str] = [record["name"] for record in records if name in record.get("aliases", [])]
    assert len(owners) == 1, f"{kind} {name!r} resolves to {owners}"
    return owners[0]


def benchmarks() -> Known:
    return Known.of(
        (one["name"], one.get("aliases", []), one.get("groups", []), one.get("exact", False))
        for one in catalogue("benchmark")
    )


def header(source: str) -> list[str]:
    file = table_file(source)
    opened = gzip.open if file.suffix == ".gz" else open
    with opened(file, "rt", encoding="utf-8", newline="") as lines:
        return next(csv.reader(lines))


@pytest.mark.parametrize("source", SOURCES)
def test_every_description_has_its_keys_and_no_others(source: str) -> None:
    about = described(source)
    assert about.keys() >= REQUIRED
    assert about.keys() <= REQUIRED | OPTIONAL
    assert about["study"] in {*STUDIES, NO_STUDY}
    assert about["kind"] in KINDS
    assert about["unit"] in {"percent", "fraction"}
    assert isinstance(about["rank"], int)
    assert len(about["statements"]) <= 8
    assert all(isinstance(value, str) for value in about.get("settings", {}).values())


def test_every_table_has_a_description_and_the_other_way_round() -> None:
    assert len(SOURCES) == 13
    assert all(table_file(source).exists() for source in SOURCES)
    tables = {file.name.split(".csv")[0] for file in table_file(SOURCES[0]).parent.glob("*.csv*")}
    assert tables == set(SOURCES)


@pytest.mark.parametrize("source", SOURCES)
def test_the_entry_of_a_source_says_what_its_citation_says(source: str) -> None:
    entry, citation = described(source)["bibtex"], described(source)["citation"]
    assert f"{entry['title']}, {entry['year']}, arXiv:{entry['eprint']}" in citation
    assert entry["author"][0] in citation
    assert ("et al." in citation) or all(author in citation for author in entry["author"])
    assert not source.startswith("caption-") or "written description" in entry["note"]


def test_the_entries_of_the_bundled_sources_have_keys_of_their_own() -> None:
    keys = [described(source)["bibtex"]["key"] for source in SOURCES]
    assert len(set(keys)) == len(keys)


def test_the_sources_of_a_study_have_different_ranks_from_1() -> None:
    ranks: dict[str, list[int]] = {}
    for source in SOURCES:
        about = described(source)
        ranks.setdefault(about["study"], []).append(about["rank"])
    assert ranks.keys() == {*STUDIES, NO_STUDY}
    assert all(len(set(found)) == len(found) and min(found) == 1 for found in ranks.values())


@pytest.mark.parametrize("source", SOURCES)
def test_columns_stand_once_in_the_table_or_among_the_constants(source: str) -> None:
    about = described(source)
    columns = [*header(source), *about.get("constants", {})]
    assert len(set(columns)) == len(columns)
    assert set(columns) <= set(COLUMNS)
    assert set(about["axes"]) <= set(COLUMNS)
    assert {"benchmark", "metric", "value", "locator"} <= set(columns)


@pytest.mark.parametrize("source", SOURCES)
def test_every_row_has_a_valid_kind_a_locator_and_numbers_where_numbers_belong(source: str) -> None:
    for row in measurements(source):
        assert row["kind"] in KINDS
        assert row["locator"].strip()
        for column in NUMERIC & row.keys():
            float(row[column])


@pytest.mark.parametrize("source", [name for name in SOURCES if name != MADE_UP])
def test_the_locators_tell_the_rows_of_a_source_apart(source: str) -> None:
    locators = [row["locator"] for row in measurements(source)]
    assert len(set(locators)) == len(locators)


@pytest.mark.parametrize("source", SOURCES)
def test_every_name_of_a_source_is_in_the_catalogue(source: str) -> None:
    rows = measurements(source)
    for kind in ("model", "benchmark", "metric"):
        for name in {row[kind] for row in rows if kind in row}:
            assert resolve(kind, name)


@pytest.mark.parametrize("source", SOURCES)
def test_every_share_is_between_0_and_1_and_every_other_number_is_not_negative(source: str) -> None:
    units = {record["name"]: record["unit"] for record in catalogue("metric")}
    most = 100 if described(source)["unit"] == "percent" else 1
    for row in measurements(source):
        assert float(row["value"]) >= 0
        if units[row["metric"]] == "fraction":
            assert float(row["value"]) <= most
        for column in ("progress", "kv_ratio"):
            assert 0 <= float(row.get(column, 0)) <= 1


@pytest.mark.parametrize("source", SOURCES)
def test_the_table_is_in_its_canonical_order_and_form(source: str) -> None:
    file = table_file(source)
    content = file.read_bytes()
    if file.suffix == ".gz":
        assert content[4:8] == bytes(4)  # no time of writing
        content = gzip.decompress(content)
    rows = [dict(row) for row in csv.DictReader(content.decode().splitlines())]
    assert content.decode() == text(rows)


@pytest.mark.parametrize("kind", ["model", "benchmark", "metric"])
def test_a_catalogue_names_each_thing_once(kind: str) -> None:
    records = catalogue(kind)
    names = [record["name"] for record in records]
    assert len(set(names)) == len(names)
    spellings = [a for record in records for a in record.get("aliases", []) if a not in names]
    assert len(set(spellings)) == len(spellings)


def test_nothing_is_in_a_catalogue_that_no_source_uses() -> None:
    rows = [row for source in SOURCES for row in measurements(source)]
    for kind in ("model", "benchmark", "metric"):
        used = {resolve(kind, name) for name in {row[kind] for row in rows if kind in row}}
        closed = {record["name"] for record in catalogue(kind) if record.get("texts") == "closed"}
        other = {"metric": set(STATISTICS), "benchmark": PUBLISHED}.get(kind, set())
        assert {record["name"] for record in catalogue(kind)} == used | closed | other


def test_an_alias_is_no_other_spelling_of_its_name() -> None:
    """What the rule unites needs no alias."""
    for record in catalogue("benchmark"):
        spellings = [spelling(word) for word in (record["name"], *record.get("aliases", []))]
        assert len(set(spellings)) == len(spellings), record["name"]


@pytest.mark.parametrize(
    ("kind", "printed", "name"),
    [
        ("benchmark", "KACYAN", "KAOYAN"),
        ("benchmark", "MMMLU STEM", "MMLU STEM"),
        ("benchmark", "Total@temp_1.0", "total@temp_1.0"),
        ("benchmark", "GPQA_D", "GPQA-Diamond"),
        ("model", "qwen-1.5b", "Qwen-2.5 1.5B"),
        ("model", "R1-Llama", "DeepSeek-R1-Distill-Llama-8B"),
    ],
)
def test_a_variant_resolves_to_the_name_used_on_its_page(
    kind: str, printed: str, name: str
) -> None:
    assert resolve(kind, printed) == name


def test_means_over_benchmarks_are_marked_as_aggregates() -> None:
    marked = {record["name"] for record in catalogue("benchmark") if record.get("aggregate")}
    assert marked == {"Average", "total@temp_1.0"}


@pytest.mark.parametrize(
    ("task", "name"),
    [("gsm8k", "GSM8K"), ("math_500", "MATH500"), ("aime24", "AIME24"), ("aime2024", "AIME24"), ("aime25", "AIME25"),
     ("minerva_math", "Minerva Math"), ("olympiadbench", "Olympiad Bench"), ("gpqa_diamond", "GPQA-Diamond"),
     ("gpqa:diamond", "GPQA-Diamond"), ("mmlu", "MMLU"), ("mmlu_stem", "MMLU STEM"), ("amc23", "AMC23")],
)  # fmt: skip
def test_what_tools_call_a_task_is_its_benchmark(task: str, name: str) -> None:
    assert resolve("benchmark", task) == name
