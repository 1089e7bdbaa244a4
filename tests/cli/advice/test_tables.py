"""What messages on the form of a table advise: each table is refused, then mended as told, and all are loaded."""

import shlex
from pathlib import Path

import duckdb
import pytest

from tests.cli.advice.following import Board, follows
from tests.ingest.readers.workbooks import Cell, workbook

HEADER = "model,benchmark,value"


def parquet(path: Path, query: str) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}'")


@pytest.mark.long
@follows(
    "in a column 'unit', in",
    "or with `reasonboard load --unit UNIT`)",
    "fraction, percent, tokens or hours in a column 'unit', in",
    "or with `reasonboard load --unit UNIT`",
)
def test_a_unit_is_stated_by_a_column_a_description_or_the_option(board: Board) -> None:
    for name in ("a", "b", "c"):
        text = f"{HEADER}\norg/{name},AIME24,40\n"
        table = board.file(f"{name}.csv", text)
        large = board.folder / f"{name}-large.parquet"
        board.refused("load", table)
        columns = f"SELECT 'org/{name}-large' AS model, 'X' AS benchmark, 40.0 AS value"
        parquet(large, columns)
        assert f"{name}-large.toml" in board.refused("load", str(large))
        if name == "a":
            board.file("a.csv", f"{HEADER},unit\norg/a,AIME24,40,percent\n")
            parquet(large, f"{columns}, 'percent' AS unit")
        if name == "b":
            board.file("b.toml", 'unit = "percent"\n')
            board.file("b-large.toml", 'unit = "percent"\n')
    described = [str(path) for path in sorted(board.folder.glob("[ab]*"))]
    board.do("load", *described)
    board.do("load", *map(str, sorted(board.folder.glob("c*"))), "--unit", "percent")
    assert board.values() == [0.4] * 6


RATE = 'the "strict" rate of the judge, who reads all of the reasoning and never the answer'
QUOTED = RATE.replace('"', '""')
TRIES = "".join(f"org/tries,GPQA,{item},1,{n}\n" for item in range(4) for n in range(3))
BROKEN = {
    "percent.csv": f"{HEADER}\norg/percent,AIME24,40%\n",
    "percent.toml": 'unit = "percent"\n',
    "error.csv": f"{HEADER},unit\norg/error,AIME24,0.4 ± 0.1,fraction\n",
    "comma.csv": "model;benchmark;value\norg/comma;AIME24;0,4\n",
    "comma.toml": 'unit = "fraction"\nseparator = ";"\n',
    "lacking.csv": "who,benchmark,value\norg/lacking,AIME24,0.4\n",
    "lacking.toml": 'unit = "fraction"\n',
    "named.csv": "who,benchmark,value,unit\norg/named,AIME24,0.4,fraction\n",
    "constant.csv": "benchmark,value,unit\nAIME24,0.4,fraction\n",
    "two.csv": "model,benchmark,value,acc,unit\norg/two,AIME24,0.1,0.4,fraction\n",
    "passes.csv": "model,benchmark,k,n,pass@k,maj@k,unit\norg/passes,AIME24,8,64,0.4,0.1,fraction\n",
    "k.csv": f'model,benchmark,k,n,"{QUOTED}",unit\norg/k,AIME24,8,64,0.4,fraction\n',
    "tries.csv": f"model,benchmark,item,score,round\n{TRIES}",
    "steps.csv": "model,10,20,30\norg/steps,0.4,0.4,0.4\n",
    "wide.csv": "model,AIME24\norg/wide,0.4\n",
    "misnamed.csv": "model,AIME24\norg/misnamed,0.4\n",
    "misnamed.toml": 'unit = "fraction"\nwide = "len_{benchmark}"\n',
}
"""Tables that are refused, and the files next to them."""
MENDED = {
    "percent.csv": f"{HEADER}\norg/percent,AIME24,40\n",
    "error.csv": f"{HEADER},stderr,unit\norg/error,AIME24,0.4,0.1,fraction\n",
    "comma.toml": 'unit = "fraction"\nseparator = ";"\ndecimal = ","\n',
    "lacking.toml": 'unit = "fraction"\n[columns]\nwho = "model"\n',
    "named.csv": BROKEN["named.csv"].replace("who", "model"),
    "constant.toml": '[constants]\nmodel = "org/constant"\n',
    "two.toml": '[columns]\nacc = "value"\n',
    "passes.toml": '[columns]\n"pass@k" = "value"\n',
    "steps.toml": 'wide = "{step}"\nunit = "fraction"\n[constants]\nbenchmark = "AIME24"\n',
    "wide.toml": 'unit = "fraction"\nwide = "{benchmark}"\n',
    "misnamed.toml": 'unit = "fraction"\nwide = "{benchmark}"\n',
}
"""The same after the refusals were followed; those that name a whole line are mended in the test."""


@pytest.mark.long
@follows(
    '; write it without %, with unit = "percent" in the TOML next to the table',
    "; put what follows ± or is in brackets into a column stderr",
    '; with decimal = "," in the TOML next to the table a comma is one',
    "(expected a column ",
    ", or [columns] or [constants] in ",
    "(expected one, or [columns] in",
    " could both be value (expected one, or [columns] in ",
    ' = "value" under [columns] in ',
    ' = "repeat" under [columns] in ',
    'for instance wide = "{step}", unit = "fraction", and [constants] for what the table does not state)',
    ": no column is named so (expected columns as in wide = ",
    ', wide = "{benchmark}" where each other column is a benchmark',
)
def test_a_table_is_loaded_when_it_was_mended_as_the_refusal_says(board: Board) -> None:
    for name, text in BROKEN.items():
        board.file(name, text)
    tables = [name for name in BROKEN if name.endswith(".csv")]
    refusals = {name: board.refused("load", str(board.folder / name)) for name in tables}
    for name, text in MENDED.items():
        board.file(name, text)
    for name, begin in (("k", '"correct_items" or '), ("tries", "settings.round, or ")):
        line = refusals[f"{name}.csv"].partition(begin)[2].partition(" under [columns]")[0]
        board.file(f"{name}.toml", f"[columns]\n{line}\n")
    board.do("load", str(board.folder))
    numbers = "SELECT DISTINCT value FROM stated_measurement WHERE benchmark <> 'GPQA'"
    assert board.rows(numbers) == [(0.4,)]
    models = {str(model) for (model,) in board.rows("SELECT raw_model FROM loaded_run")}
    assert models == {f"org/{Path(name).stem}" for name in tables}


@pytest.mark.long
@follows(
    "(expected one, or sheet = ",
    "the values have no unit: kept as scores, unless unit = ",
    "keep with settings = ",
    "a study: `reasonboard study add ",
)
def test_what_a_file_does_not_say_stands_in_the_toml_beside_it(board: Board) -> None:
    cells: list[list[Cell]] = [
        ["model", "benchmark", "value", "unit"],
        ["org/sheet", "AIME24", 0.4, "fraction"],
    ]
    book = workbook(board.folder / "book.xlsx", {"Old": [["x"]], "It's new": cells})
    text = board.refused("load", str(book))
    assert "sheet = 'Old'" in text
    board.file("book.toml", """sheet = "It's new"\n""")
    hub = board.folder / "hub-7b" / ".eval_results" / "gsm8k.yaml"
    hub.parent.mkdir(parents=True)
    hub.write_text("- dataset:\n    id: openai/gsm8k\n    task_id: gsm8k\n  value: 40\n")
    assert "gsm8k.toml next to it" in board.do("load", str(hub), "--dry-run")
    (hub.parent / "gsm8k.toml").write_text('unit = "percent"\n')
    column = 'temperature, "top p" and all else that was set by hand for this sampling run'
    quoted = '"' + column.replace('"', '""') + '"'
    rows = "org/long,AIME24,0.4,fraction,1\norg/long,AIME24,0.5,fraction,2\n"
    text = board.refused("load", board.file("long.csv", f"{HEADER},unit,{quoted}\n{rows}"))
    board.file("long.toml", text.partition("keep with ")[2].rpartition(" in long.toml")[0])
    board.file("my study.csv", f"{HEADER},unit\norg/study,AIME24,0.4,fraction\n")
    study = board.file(
        "my study.toml",
        'path = "sheets"\nquestion = "Which is best?"\n[roles]\nx = "model"\n'
        '[rows]\nmetric = "accuracy"\nwhere = { "benchmark" = "AIME24", "source" = ["long"] }\n',
    )
    text = board.do("load", str(board.folder), "--name", "long")
    assert board.values() == [0.4, 0.4, 0.4, 0.4, 0.5]
    command = text.partition("a study: `")[2].partition("`")[0]
    assert shlex.split(command) == ["reasonboard", "study", "add", study]


@follows('or by their names: `reasonboard load --from "')
def test_tables_without_a_model_are_loaded_by_the_pattern_of_their_names(board: Board) -> None:
    for seed in (1, 2):
        board.file(f"logs/grpo_seed{seed}.csv", f"step,aime24\n0,0.1{seed}\n100,0.2{seed}\n")
    folder = str(board.folder / "logs")
    assert '`reasonboard load --from "{model}_seed{seed}"`' in board.refused("load", folder)
    board.do("load", folder, "--from", "{model}_seed{seed}")
    assert board.values() == [0.11, 0.12, 0.21, 0.22]


@follows('or keep both apart: `reasonboard load --from "{file}"`')
def test_two_tables_with_other_numbers_for_a_run_are_kept_apart_by_their_names(
    board: Board,
) -> None:
    for name, value in (("a", 84.3), ("b", 84.9)):
        board.file(f"two/{name}.csv", f"model,benchmark,accuracy\norg/two,GSM8K,{value}\n")
    folder = str(board.folder / "two")
    assert '`reasonboard load --from "{file}"`' in board.refused("load", folder)
    board.do("load", folder, "--from", "{file}")
    assert board.values() == [0.843, 0.849]
