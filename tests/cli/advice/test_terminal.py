"""What tables on a terminal advise."""

import pytest

from tests.cli.advice.following import Board, follows
from tests.cli.on_terminal import OnTerminal, cells

HEADER = "model,benchmark,value,n,unit"


@follows(". --csv has all columns.", "rows. --csv prints all.")
def test_csv_has_the_rows_and_columns_for_which_a_terminal_has_no_room(
    board: Board, on_terminal: OnTerminal
) -> None:
    sql = f"SELECT range AS number, {', '.join(f'range AS column_{n}' for n in range(20))} FROM range(1001)"
    printed = board.hear(on_terminal("query", sql, columns=60))
    assert "column_19" not in printed
    header, *rows = board.do("query", sql, "--csv").splitlines()
    assert header.endswith(",column_19")
    assert len(rows) == 1001


@pytest.mark.usefixtures("studies_made")
@follows(
    "No runs. Load some with `reasonboard load PATH`.",
    "more runs: `reasonboard runs --load ",
    "Run `reasonboard serve`, then open",
)
def test_a_load_is_listed_and_shown_as_its_end_says(
    board: Board, served: list[str], on_terminal: OnTerminal
) -> None:
    board.hear(on_terminal("runs"))
    rows = [f"org/my-{size}b,MATH500,0.5,500,fraction" for size in range(1, 8)]
    path = board.file("mine.csv", "\n".join([HEADER, *rows]))
    printed = board.hear(on_terminal("load", path))
    assert printed.count("50.0 (45.6–54.4)") == 5
    assert "2 more runs: `reasonboard runs --load mine`." in printed
    assert len(cells(on_terminal("runs", "--load", "mine"))) == 1 + 7 + 2
    board.run("serve")
    assert f"then open {served[0]}models?source=mine" in printed


@pytest.mark.usefixtures("studies_made")
@follows(
    "that `reasonboard runs` lists",
    "differs; if that is meant, add",
    "--differs",
)
def test_a_comparison_goes_as_it_advises(board: Board) -> None:
    rows = [
        f"org/{name},MATH500,0.5,500,fraction,{temperature}"
        for name, temperature in (("a-7b", 0.6), ("b-7b", 1.0))
    ]
    board.do("load", board.file("mine.csv", "\n".join([f"{HEADER},temperature", *rows])))
    board.refused("compare", "c-7b", "a-7b")
    a, b = (row.split(",")[2] for row in board.do("runs").splitlines()[1:])
    code, refusal = board.run("compare", a, b)
    assert code == 4
    option = refusal.partition("add ")[2].partition(" (")[0]
    assert board.run("compare", a, b, *option.split())[0] == 3


@pytest.mark.usefixtures("studies_made")
@follows("No custom studies. Add one with `reasonboard study add FILE`.")
def test_a_study_is_listed_as_an_empty_list_advises(board: Board, on_terminal: OnTerminal) -> None:
    board.hear(on_terminal("study", "list"))
    table = board.file("mine.csv", f"{HEADER}\norg/a-7b,MATH500,0.5,500,fraction\n")
    board.do("load", table)
    study = board.file(
        "mine.toml",
        'path = "mine"\nquestion = "Which one?"\n[rows]\nwhere = { source = ["mine"] }\n'
        '[roles]\nx = "benchmark"\ncolor = "model"\n',
    )
    board.do("study", "add", study)
    assert cells(on_terminal("study", "list"))[1][:2] == ["mine", "Which one?"]
