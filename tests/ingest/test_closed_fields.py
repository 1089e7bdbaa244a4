"""Benchmarks whose authors ask that their problems are not published: what is kept of a problem besides its score."""

import json
from collections.abc import Iterable

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import alias
from reasonboard.ingest.names.aliases import read
from reasonboard.store.check import problems
from reasonboard.store.connections import connect_with_answers
from tests.ingest.mine import Mine
from tests.ingest.texts.test_places import written

QUESTION, GOLD = "Which quark is heaviest?", "the top quark"
TABLE = "model,benchmark,item,correct,item.question,item.gold,subject,topic,unit\n"
NAMED = frozenset({"item.question", "item.gold", "item.subject"})
CLOSED = [
    "GPQA", "gpqa_diamond_cot_zeroshot", "GPQADiamond (5-shot)", "leaderboard_gpqa_main", "hle", "Humanity's Last Exam",
    "humanitys_last_exam", "browse_comp", "BrowseComp",
]  # fmt: skip


def rows(benchmarks: Iterable[str], item: str = "p{}") -> str:
    return TABLE + "".join(
        f'm,"{benchmark}",{item.format(at)},{at % 2},{QUESTION},{GOLD},Physics,particles,fraction\n'
        for benchmark in benchmarks
        for at in range(2)
    )


def everything(mine: Mine) -> str:
    """All cells of all tables of the snapshot, and of the answers, as text."""
    with connect_with_answers(mine.version().path) as connection:
        tables = connection.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'snapshot'"
        ).fetchall()
        names = [f'"{name}"' for (name,) in tables] + ["sample"]
        return "\n".join(repr(connection.execute(f"FROM {name}").fetchall()) for name in names)


def fields(mine: Mine) -> set[object]:
    return {value for (value,) in mine.query("SELECT DISTINCT item_fields FROM sample")}


def test_of_a_closed_benchmark_only_the_listed_fields_are_kept(mine: Mine) -> None:
    report = mine.load(mine.table(rows(CLOSED)), extra_settings=NAMED)
    text = everything(mine)
    assert QUESTION not in text
    assert GOLD not in text
    assert fields(mine) >= {'{"subject":"Physics"}'}
    lines = [note for note in report.notes if "left out" in note]
    assert {line.partition(":")[0] for line in lines} == {
        "GPQA",
        "GPQA-Diamond",
        "HLE",
        "BrowseComp",
    }
    assert all("item.gold, item.question" in line and "nothing but " in line for line in lines)


def test_of_another_benchmark_all_that_is_named_is_kept(mine: Mine) -> None:
    others = (
        "MATH500",
        "chless",
        "gpqa2",
    )  # whose names have those of closed ones inside of a word
    report = mine.load(mine.table(rows(others)), extra_settings=NAMED)
    kept = mine.query("SELECT DISTINCT benchmark, contains(item_fields, 'quark') FROM sample")
    assert set(kept) == {(name, True) for name in others}
    assert not [note for note in report.notes if "left out" in note]


@pytest.mark.long
def test_the_files_of_a_tool_are_treated_alike(mine: Mine) -> None:
    samples = written(mine.folder / "run", ["one", "two"], "gpqa_main_zeroshot")
    docs = [json.loads(line) for line in samples.read_text().splitlines()]
    for doc in docs:
        doc["doc"] |= {"question": QUESTION, "Subdomain": "Particle physics", "topic": "quarks"}
    samples.write_text("".join(json.dumps(doc) + "\n" for doc in docs))
    mine.load(str(samples.parent), extra_settings=frozenset({"item.question"}))
    assert QUESTION not in everything(mine)
    assert fields(mine) == {'{"subdomain":"Particle physics"}'}


@pytest.mark.long
def test_a_text_as_the_id_of_a_problem_is_not_kept(mine: Mine) -> None:
    table = mine.table(rows(["gpqa"], item="Which quark is the heaviest of {}"))
    report = mine.load(table)
    assert "heaviest" not in everything(mine)
    assert [note for note in report.notes if "2 of its problems have a text as their id" in note]
    assert len(mine.query("SELECT DISTINCT item FROM sample")) == 2
    assert not mine.load(table, replace=True).changed


def aliased(mine: Mine, text: str) -> None:
    path = mine.folder / "aliases.toml"
    path.write_text(text)
    alias(mine.data, mine.store, read(path))


@pytest.mark.long
def test_what_an_alias_closes_later_is_left_out_then(mine: Mine) -> None:
    names = ["MATH500", "my science set", "my-science-set (5-shot)"]
    mine.load(mine.table(rows(names)), extra_settings=NAMED)
    aliased(mine, '[benchmark]\n"my science set" = "GPQA"\n')
    kept = mine.query(
        "SELECT DISTINCT benchmark, contains(item_fields, 'quark') FROM sample ORDER BY 1"
    )
    assert kept == [(name, name == "MATH500") for name in names]
    for table in ("item_score", "field_sum"):
        query = f"SELECT fields FROM {table} WHERE benchmark <> 'MATH500'"
        assert QUESTION not in repr(mine.query(query))
    assert mine.query("SELECT count(*) FROM sample") == [(6,)]
    assert not problems(mine.store)


@pytest.mark.long
def test_a_load_under_an_alias_is_closed_at_once(mine: Mine) -> None:
    mine.load(mine.table())
    aliased(mine, '[benchmark]\nmine = "HLE"\n')
    report = mine.load(
        mine.table(rows(["mine"]), name="more.csv"), name="more", extra_settings=NAMED
    )
    assert QUESTION not in everything(mine)
    assert "left out" in " ".join(report.notes)


@pytest.mark.parametrize(
    ("header", "values", "refused"),
    [
        ("settings.question", [QUESTION], True),
        ("settings.text", [QUESTION, GOLD, "a third one", "a fourth one"], True),
        ("settings.shard", ["a-1", "a-1", "a-1", "b-1", "b-1", "b-1"], False),
        ("temperature", ["0.6", "1.0"], False),
        ("settings.prompt_type", ["let us think step by step"], False),
    ],
)
def test_a_setting_that_says_something_of_each_problem_is_refused(
    mine: Mine, header: str, values: list[str], refused: bool
) -> None:
    text = f"model,benchmark,item,correct,unit,{header}\n" + "".join(
        f"m,gpqa,{at},1,fraction,{value}\n" for at, value in enumerate(values)
    )
    if not refused:
        assert mine.load(mine.table(text)).changed
        return
    before = mine.version()
    with pytest.raises(IngestError, match="describes each problem of GPQA"):
        mine.load(mine.table(text))
    assert mine.version() == before
    assert mine.load(mine.table(text.replace("gpqa", "MATH500"))).changed
