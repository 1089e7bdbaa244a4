"""What messages on the runs of a load advise."""

import json

import pytest

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


@pytest.mark.long
@follows(REPLACE)
def test_other_numbers_and_answers_of_a_run_replace_those_that_are_loaded(board: Board) -> None:
    board.do("load", numbers(board, "a.csv", "0.4,30", columns=",n"), answers(board, "b.csv", 1, 1))
    more = numbers(board, "c.csv", "0.4,20", columns=",n")
    assert f"this file says 20; {REPLACE} takes it" in board.do("load", more)
    other = numbers(board, "d.csv", "0.5,20", columns=",n"), answers(board, "e.csv", 0, 1)
    for path in other:
        assert f"or {REPLACE}" in board.refused("load", path)
    board.do("load", "--replace", more)
    assert board.rows("SELECT value, n_items FROM stated_measurement") == [(0.4, 20)]
    board.do("load", "--replace", *other)
    assert board.rows("SELECT value, n_items FROM stated_measurement") == [(0.5, 20)]
    assert board.rows("SELECT mean FROM item_score ORDER BY item") == [(0,), (1,)]


@follows(KEEP)
def test_what_tells_numbers_of_one_load_apart_is_kept_by_the_option(board: Board) -> None:
    """Neither can replace the other: the column is named, under its name as a shell takes it."""
    first = numbers(board, "a.csv", "0.4,1024", columns=",my flavor")
    second = numbers(board, "b.csv", "0.5,2048", columns=",my flavor")
    refusal = board.refused("load", first, second)
    assert f"{KEEP}'my flavor'`" in refusal
    assert "replace" not in refusal
    board.do("load", first, second, "--settings", "my flavor")
    assert board.values() == [0.4, 0.5]


@pytest.mark.long
@follows(
    "still loaded: ",
    REPLACE,
    "(`reasonboard load --replace` adds the newly named fields to answers loaded before)",
)
def test_what_was_loaded_before_is_replaced_with_the_settings_and_fields_that_are_named(
    board: Board,
) -> None:
    table = numbers(board, "a.csv", "0.4,1", "0.4,2", columns=",price", model="twice")
    rows = ["org/other,GPQA,1,1,easy", "org/other,GPQA,2,0,hard"]
    items = board.file("b.csv", "\n".join(["model,benchmark,item,score,depth", *rows]))
    board.do("load", table, items)
    board.do("load", items, "--settings", "item.depth")
    text = board.do("load", table, items, "--settings", "price,item.depth")
    assert f"still loaded: {REPLACE} with the same settings" in text
    board.do("load", "--replace", table, items, "--settings", "price,item.depth")
    assert [settings for (settings,) in board.rows(SETTINGS) if settings] == [
        {"price": "1"},
        {"price": "2"},
    ]
    fields = board.rows("SELECT item_fields FROM sample ORDER BY item")
    assert [json.loads(str(field)) for (field,) in fields] == [{"depth": "easy"}, {"depth": "hard"}]


@pytest.mark.long
@follows(". If they differ in a column, name it: `reasonboard load --settings COLUMN`.")
def test_runs_that_an_earlier_load_has_become_runs_of_their_own(board: Board) -> None:
    board.do("load", "--name", "first", numbers(board, "a.csv", "0.4,1", columns=",variant"))
    other = board.file("b.csv", f"{HEADER},variant\norg/my-7b,MATH500,accuracy,fraction,0.5,2\n")
    assert "first. If they differ in a column" in board.do("load", "--name", "second", other)
    board.do("load", "--name", "second", "--replace", other, "--settings", "variant")
    assert board.rows("SELECT loaded_as, settings FROM loaded_run ORDER BY 1") == [
        ("first", {}),
        ("second", {"variant": "2"}),
    ]


@pytest.mark.long
@follows(
    "or --aliases FILE)",
    ". Set it with `reasonboard load --aliases FILE`, where FILE is a TOML with [model] and a line such as ",
    "`reasonboard names` lists how files write them.",
)
def test_models_are_named_by_aliases_as_files_write_them(board: Board) -> None:
    log = board.folder / "my run" / "trainer_state.json"
    log.parent.mkdir()
    history = [{"step": 10, "eval_accuracy": 0.5}, {"step": 20, "eval_accuracy": 0.6}]
    log.write_text(json.dumps({"global_step": 20, "log_history": history}))
    text = board.do("load", str(log.parent), numbers(board, "a.csv", "0.4"), "--name", "mine")
    line = text.partition("a line such as ")[2].partition(".\n")[0]
    board.refused("load")
    path = board.file("names.toml", '[model]\n"our model" = "Mine"\n')
    board.do("load", "--aliases", path)
    assert "org/my-7b" in board.do("names")
    board.file(
        "names.toml", f'[model]\n"org/my-7b" = "Mine"\n{line.replace("org/my-7b", "Other")}\n'
    )
    assert "`reasonboard names`" not in board.do("load", "--aliases", path)
    models = board.rows("SELECT DISTINCT model FROM run WHERE source = 'mine' ORDER BY 1")
    assert models == [("Mine",), ("Other",)]


@follows("another name, as with `reasonboard load --name NAME`")
def test_a_load_with_the_name_of_a_bundled_source_takes_another_name(board: Board) -> None:
    path = numbers(board, "caption-kv-cache.csv", "0.4")
    place = board.folder / "place"
    place.mkdir()
    for target in ([], ["--to", f"file://{place}"]):
        board.refused("load", path, *target)
        board.do("load", path, *target, "--name", "mine")
    assert board.values() == [0.4]


@pytest.mark.long
@follows("(expected a run or a load that `reasonboard runs` lists)")
def test_runs_are_taken_out_by_the_names_of_the_list_of_runs(board: Board) -> None:
    board.do("load", "--name", "mine", numbers(board, "a.csv", "0.4"))
    board.refused("remove", "my-7b")
    board.refused("study", "suggest", "my-7b")
    assert "mine" in board.do("runs")
    board.do("remove", "mine")
    assert board.values() == []


@follows("or an option such as --older-than 90d).", "(expected --yes, which removes")
def test_runs_are_taken_out_by_an_option_after_they_were_listed(board: Board) -> None:
    board.refused("remove")
    board.do("load", "--name", "old", numbers(board, "a.csv", "0.4,2020-01-01", columns=",date"))
    board.refused("remove", "--older-than", "90d")
    assert board.values() == [0.4]
    board.do("remove", "--older-than", "90d", "--yes")
    assert board.values() == []


@follows(
    "--from: ",
    ": path.from counts when files are read (expected `reasonboard load PATH --aliases FILE`)",
)
def test_seeds_are_taken_by_a_pattern_that_a_refusal_names(board: Board) -> None:
    rows = "model,benchmark,iteration,value,unit\nm,AIME24,{},0.5,fraction\n"
    for seed in (1, 2):
        board.file(f"runs/grpo-seed{seed}/scores.csv", rows.format(seed))
    runs = str(board.folder / "runs")
    refusal = board.refused("load", runs, "--from", "grpo-seed")
    named = next(word for word in refusal.split() if "{seed}" in word and "-" in word)
    assert "Seeds 1, 2 taken from" in board.do("load", runs, "--from", named)
    names = board.file("names.toml", f'[path]\nfrom = "{named}"\n')
    assert "load PATH --aliases FILE" in board.refused("load", "--aliases", names)
    board.do("remove", "runs")
    assert "Seeds 1, 2 taken from" in board.do("load", runs, "--aliases", names)
