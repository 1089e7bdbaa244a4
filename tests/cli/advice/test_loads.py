"""What messages on the runs of a load advise."""

import json
import shlex

from tests.cli.advice.following import Board, follows

HEADER = "model,benchmark,metric,unit,value"
REPLACE = "`reasonboard load --replace`"
KEEP = "keep with `reasonboard load --settings "
SETTINGS = "SELECT settings FROM loaded_run"


def numbers(board: Board, name: str, *rows: str, columns: str = "", model: str = "my-7b") -> str:
    """A table with a row for each value, and cells of further columns behind it; its path."""
    lines = [f"org/{model},AIME24,accuracy,fraction,{row}" for row in rows]
    return board.file(name, "\n".join([HEADER + columns, *lines]) + "\n")


def answers(board: Board, name: str, *scores: int) -> str:
    """A table with an answer to an item for each score; its path."""
    rows = [f"org/my-7b,GPQA,{item},{score}" for item, score in enumerate(scores)]
    return board.file(name, "\n".join(["model,benchmark,item,score", *rows]) + "\n")


@follows(REPLACE)
def test_other_numbers_and_answers_of_a_run_replace_those_that_are_loaded(board: Board) -> None:
    board.do("load", numbers(board, "a.csv", "0.4,30", columns=",n"), answers(board, "b.csv", 1, 1))
    other = [
        numbers(board, "c.csv", "0.5,30", columns=",n"),
        answers(board, "d.csv", 0, 1),
        answers(board, "e.csv", 1, 1, 1),
    ]
    more = numbers(board, "f.csv", "0.4,20", columns=",n")
    assert f"this file says 20; {REPLACE} takes it" in board.do("load", more)
    for path in other[:2]:
        assert f"or {REPLACE}" in board.refused("load", path)
    board.do("load", other[2])
    board.do("load", "--replace", other[0], other[1])
    assert board.rows("SELECT value, n_items FROM loaded_measurement") == [(0.5, 30)]
    assert board.rows("SELECT mean FROM item_score ORDER BY item") == [(0,), (1,)]
    board.do("load", "--replace", more)
    assert board.rows("SELECT value, n_items FROM loaded_measurement") == [(0.4, 20)]


@follows(KEEP)
def test_numbers_of_one_load_are_never_to_be_replaced_and_what_differs_is_kept(
    board: Board,
) -> None:
    """Neither number can replace the other: what tells them apart is named, under its name as a shell takes it."""
    first = numbers(board, "a.csv", "0.4,1024", columns=",my budget")
    second = numbers(board, "b.csv", "0.5,2048", columns=",my budget")
    table = numbers(board, "c.csv", "0.4,low,1", "0.5,high,1", columns=",effort,price", model="b")
    for paths, option in (((first, second), "'my budget'"), ((table,), "effort")):
        refusal = board.refused("load", *paths)
        assert f"{KEEP}{option}`" in refusal
        assert "replace" not in refusal
    _, names = shlex.split("--settings 'my budget'")
    board.do("load", first, second, "--settings", names)
    board.do("load", table, "--settings", "effort", "--name", "c")
    assert board.values() == [0.4, 0.4, 0.5, 0.5]


@follows(KEEP)
def test_columns_are_kept_by_the_name_that_a_message_gives_them(board: Board) -> None:
    pairs = (
        ("budget", "name it settings.budget", "settings.budget"),
        ("depth,width", 'put "settings." before each name', "settings.depth,settings.width"),
    )
    for names, advice, columns in pairs:
        rows = [f"0.4{',1' * (names.count(',') + 1)}", f"0.5{',2' * (names.count(',') + 1)}"]
        assert f"or {advice}" in board.refused(
            "load", numbers(board, "a.csv", *rows, columns=f",{names}")
        )
        board.do("load", "--name", names[:5], numbers(board, "b.csv", *rows, columns=f",{columns}"))
        kept = [settings for (settings,) in board.rows(SETTINGS)]
        assert dict.fromkeys(names.split(","), "2") in kept


@follows(
    "still loaded: ",
    REPLACE,
    "what is said of the problem as item.",
    "(`reasonboard load --replace` gives answers loaded before the fields named now)",
)
def test_what_was_loaded_before_is_replaced_with_the_settings_and_fields_that_are_named(
    board: Board,
) -> None:
    table = numbers(board, "a.csv", "0.4,1", columns=",budget")
    rows = ["org/other,GPQA,1,1,easy", "org/other,GPQA,2,0,hard"]
    items = board.file("b.csv", "\n".join(["model,benchmark,item,score,depth", *rows]))
    board.do("load", table)
    note = board.do("load", items)
    assert f"{KEEP}depth`" in note
    assert "as item.depth" in note
    assert f"still loaded: {REPLACE} with" in board.do("load", table, "--settings", "budget")
    board.do("load", items, "--settings", "item.depth")
    board.do("load", "--replace", table, "--settings", "budget")
    board.do("load", "--replace", items, "--settings", "item.depth")
    assert ({"budget": "1"},) in board.rows(SETTINGS)
    fields = board.rows("SELECT item_fields FROM sample ORDER BY item")
    assert [json.loads(str(field)) for (field,) in fields] == [{"depth": "easy"}, {"depth": "hard"}]


@follows("What tells them apart", "can be a column: `reasonboard load --settings COLUMN`")
def test_runs_that_an_earlier_load_has_become_runs_of_their_own(board: Board) -> None:
    board.do("load", "--name", "first", numbers(board, "a.csv", "0.4,1", columns=",variant"))
    other = board.file("b.csv", f"{HEADER},variant\norg/my-7b,MATH500,accuracy,fraction,0.5,2\n")
    assert "first. What tells them apart" in board.do("load", "--name", "second", other)
    board.do("load", "--name", "second", "--replace", other, "--settings", "variant")
    assert board.rows("SELECT loaded_as, settings FROM loaded_run ORDER BY 1") == [
        ("first", {}),
        ("second", {"variant": "2"}),
    ]


@follows(
    "or --aliases FILE)",
    ": say it with `reasonboard load --aliases FILE`, FILE being a TOML with [model] and a line such as ",
)
def test_a_model_that_no_file_names_is_named_by_aliases(board: Board) -> None:
    log = board.folder / "my run" / "trainer_state.json"
    log.parent.mkdir()
    history = [{"step": 10, "eval_accuracy": 0.5}, {"step": 20, "eval_accuracy": 0.6}]
    log.write_text(json.dumps({"global_step": 20, "log_history": history}))
    text = board.do("load", str(log.parent))
    board.refused("load")
    line = text.partition("a line such as ")[2].partition(". ")[0].partition(".\n")[0]
    board.do("load", "--aliases", board.file("names.toml", f"[model]\n{line}\n"))
    assert board.rows("SELECT DISTINCT model FROM run WHERE source = 'my-run'") == [("org/my-7b",)]


@follows(": `reasonboard names` lists how files write them.")
def test_aliases_take_the_names_that_the_list_of_names_has(board: Board) -> None:
    board.do("load", numbers(board, "a.csv", "0.4"))
    path = board.file("names.toml", '[model]\n"our model" = "Mine"\n')
    board.do("load", "--aliases", path)
    assert "org/my-7b" in board.do("names")
    board.file("names.toml", '[model]\n"org/my-7b" = "Mine"\n')
    assert "`reasonboard names`" not in board.do("load", "--aliases", path)
    assert board.rows("SELECT model FROM run WHERE source = 'a'") == [("Mine",)]


@follows(
    ": a bundled source is called so (expected another name, as with `reasonboard load --name NAME`)"
)
def test_a_load_with_the_name_of_a_bundled_source_takes_another_name(board: Board) -> None:
    path = numbers(board, "caption-kv-cache.csv", "0.4")
    place = board.folder / "place"
    place.mkdir()
    for target in ([], ["--to", f"file://{place}"]):
        board.refused("load", path, *target)
        board.do("load", path, *target, "--name", "mine")
    assert board.values() == [0.4]


@follows("(expected a run or a load of `reasonboard runs`)")
def test_runs_are_taken_out_by_the_names_of_the_list_of_runs(board: Board) -> None:
    board.do("load", "--name", "mine", numbers(board, "a.csv", "0.4"))
    board.refused("remove", "my-7b")
    board.refused("study", "suggest", "my-7b")
    assert "mine" in board.do("runs")
    board.do("remove", "mine")
    assert board.values() == []
