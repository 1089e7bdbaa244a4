"""What messages on studies advise."""

import csv
import shlex
from collections.abc import Iterator

import pytest

from reasonboard.store import snapshots
from reasonboard.studies import find
from reasonboard.studies.own.explore.study import file_of
from reasonboard.web.api import openapi
from tests.cli.advice.following import Board, follows
from tests.cli.advice.test_loads import HEADER
from tests.conftest import tables_of


@pytest.fixture(autouse=True)
def own_made(studies_made: None) -> Iterator[None]:
    """Loads make the tables of declared studies, and of no other."""
    with tables_of(frozenset({"own"})):
        yield


STUDY = """
path = "sweep"
question = "What does it change?"
[rows]
metric = "accuracy"
where = {{ "source" = ["sweep"]{where} }}
[roles]
x = {x}
"""
"""With a condition more and a column of x."""


def study(board: Board, x: str, where: str = "") -> str:
    return board.file("sweep-study.toml", STUDY.format(x=x, where=where))


@pytest.mark.long
@follows(
    ": nothing varies between these runs (expected a setting that varies, such as temperature; "
    "`reasonboard load --settings NAME` keeps other columns of a table)",
    ", or what `reasonboard load --settings ",
    '(expected numbers of one unit, or scale = "names")',
)
def test_a_study_of_a_setting_takes_what_a_load_keeps(board: Board) -> None:
    table = board.file("one.csv", f"{HEADER},budget\norg/a,AIME24,accuracy,fraction,0.4,low\n")
    board.do("load", table, "--name", "sweep")
    board.refused("study", "suggest", "sweep")
    refusal = board.refused(
        "study", "add", study(board, '{ column = "settings.budget", scale = "log2" }')
    )
    option = refusal.partition("or what `")[2].partition("`")[0]
    assert option == "reasonboard load --settings budget"
    both = board.file("two.csv", f"{HEADER},budget\norg/a,AIME24,accuracy,fraction,0.5,high\n")
    board.do("load", table, both, "--name", "sweep", "--replace", *shlex.split(option)[2:])
    assert "budget" in board.do("study", "suggest", "sweep")
    refusal = board.refused(
        "study", "add", study(board, '{ column = "settings.budget", scale = "log2" }')
    )
    board.do("study", "add", study(board, '{ column = "settings.budget", scale = "names" }'))


@pytest.mark.long
@follows(
    "problems with that field, kept with `reasonboard load --settings ",
    "one of the columns that `reasonboard query 'DESCRIBE result'` shows",
    ", but no loaded number has that value (expected values that `reasonboard query 'FROM result'` shows)",
)
def test_a_study_takes_the_columns_values_and_fields_that_are_there(board: Board) -> None:
    rows = ["org/a,GPQA,1,1,easy", "org/a,GPQA,2,0,hard"]
    items = board.file("items.csv", "\n".join(["model,benchmark,item,score,depth", *rows]))
    board.do("load", items, "--name", "sweep")
    board.refused("study", "add", study(board, '"kv_ratio"'))
    assert "benchmark,VARCHAR" in board.do("query", "DESCRIBE result")
    board.refused("study", "add", study(board, '"benchmark"', ', "model" = "org/b"'))
    table = csv.DictReader(board.do("query", "FROM result").splitlines())
    (model,) = {row["model"] for row in table if row["source"] == "sweep"}
    board.do("study", "add", study(board, '"benchmark"', f', "model" = "{model}"'))
    text = STUDY.format(x='"item.depth"', where="").replace('metric = "accuracy"', 'of = "answers"')
    path = board.file("depth.toml", text.replace("[roles]", '[roles]\ny = "accuracy"'))
    refusal = board.refused("study", "add", path)
    option = refusal.partition("kept with `")[2].partition("`")[0]
    board.do("load", items, "--name", "sweep", "--replace", *shlex.split(option)[2:])
    board.do("study", "add", path)


@pytest.mark.long
@follows("REASONBOARD_STUDIES: ", "is no UTF-8 (expected a TOML in UTF-8)", " (expected TOML)")
def test_the_folder_of_studies_is_one_with_toml_files(
    board: Board, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "org/a,AIME24,accuracy,fraction,0.4\norg/b,AIME24,accuracy,fraction,0.5\n"
    board.do("load", board.file("sweep.csv", f"{HEADER}\n{rows}"))
    (board.folder / "latin.toml").write_bytes(b'path = "\xe9"')
    board.refused("study", "add", str(board.folder / "latin.toml"))
    board.refused("study", "add", board.file("none.toml", "path"))
    folder = board.folder / "studies"
    monkeypatch.setenv("REASONBOARD_STUDIES", str(folder))
    assert "is not a folder" in board.do("serve")
    folder.mkdir()
    (folder / "sweep.toml").write_text(STUDY.format(x='"model"', where=""))
    assert "is not a folder" not in board.do("serve")
    assert "/sweep" in board.do("study", "list")
    assert served


@pytest.mark.long
@follows(
    "“Download study file” saves these roles for `reasonboard study add FILE`.",
    "The roles as a study file, for `reasonboard study add FILE`",
)
def test_explore_saves_roles_as_a_file_that_is_added(board: Board) -> None:
    rows = "org/a,AIME24,accuracy,fraction,0.4\norg/b,AIME24,accuracy,fraction,0.5\n"
    board.do("load", board.file("sweep.csv", f"{HEADER}\n{rows}"))
    snapshots.use(board.store)
    explore = find("explore")
    assert explore
    board.hear(explore.lead)
    board.hear(openapi.openapi("/"))
    values, _ = explore.clean({"source": ["sweep"], "along": "model", "metric": "accuracy"})
    board.do("study", "add", board.file("explored.toml", file_of(explore, values)))
