"""What messages on the form of a table advise: each table is refused, then mended as told, and all are loaded."""

import shlex
from pathlib import Path

import duckdb
import pytest

from tests.cli.advice.following import Board, follows

HEADER = "model,benchmark,value"


def parquet(path: Path, query: str) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}'")


@pytest.mark.long
def test_a_unit_is_stated_by_a_column_a_description_or_the_option(board: Board) -> None:
    for name in ("a", "b", "c"):
        text = f"{HEADER}\norg/{name},AIME24,40\n"
        table = board.file(f"{name}.csv", text)
        large = board.folder / f"{name}-large.parquet"
        board.refused("load", table)
        columns = f"SELECT 'org/{name}-large' AS model, 'X' AS benchmark, 40.0 AS value"
        parquet(large, columns)
        board.refused("load", str(large))
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


@pytest.mark.long
@follows(
    "the values have no unit: kept as scores, unless unit = ",
    "a study: `reasonboard study add ",
)
def test_what_a_file_does_not_say_stands_in_the_toml_beside_it(board: Board) -> None:
    hub = board.folder / "hub-7b" / ".eval_results" / "gsm8k.yaml"
    hub.parent.mkdir(parents=True)
    hub.write_text("- dataset:\n    id: openai/gsm8k\n    task_id: gsm8k\n  value: 40\n")
    assert "gsm8k.toml next to it" in board.do("load", str(hub), "--dry-run")
    (hub.parent / "gsm8k.toml").write_text('unit = "percent"\n')
    board.file("my study.csv", f"{HEADER},unit\norg/study,AIME24,0.4,fraction\n")
    study = board.file(
        "my study.toml",
        'path = "sheets"\nquestion = "Which is best?"\n[roles]\nx = "model"\n'
        '[rows]\nmetric = "accuracy"\nwhere = { "benchmark" = "AIME24", "source" = ["long"] }\n',
    )
    text = board.do("load", str(board.folder), "--name", "long")
    assert board.values() == [0.4, 0.4]
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
