"""What a table does not say is asked, the question has its answer in it, and the answer is kept with the load."""

import pytest

from reasonboard.cli import asking
from tests.cli.advice.following import Board, follows

HARD = "model,hard_math_score\nplum-7b,0.4\nplum-14b,0.9\n"
"""0.9: percent or fraction?"""
SAYS = ' --as "'


def options(refusal: str) -> list[str]:
    """What is typed after `--as`, as the refusal has it."""
    return [text.split('"')[0] for text in refusal.split(SAYS)[1:]]


@follows("Say --as")
def test_the_option_that_a_question_names_settles_it_and_is_kept_for_tables_of_the_shape(
    board: Board,
) -> None:
    path = board.file("hard.csv", HARD)
    refusal = board.refused("load", path)
    assert "hard_math_score" in refusal
    assert len(refusal.splitlines()) == 1
    answer = next(text for text in options(refusal) if "percent" in text)
    board.do("load", path, "--as", answer.replace("BENCHMARK", "AIME24"))
    assert board.values() == pytest.approx([0.004, 0.009])
    later = board.do("load", board.file("later.csv", HARD.replace("plum", "kiwi")))
    assert "read as hard.csv of load 'hard' was" in later
    assert board.values() == pytest.approx([0.004, 0.004, 0.009, 0.009])


@follows("a load of `reasonboard runs` that has tables")
def test_the_printed_reading_reads_the_table_where_it_lies_beside_it(board: Board) -> None:
    path = board.file("a/hard.csv", HARD)
    board.do("load", path, "--name", "a", "--as", "hard_math_score=accuracy of AIME24 in percent")
    toml = board.do("reading", "a")
    board.do("remove", "a", "--yes")
    board.file("b/hard.toml", toml)
    board.do("load", board.file("b/hard.csv", HARD), "--name", "b")
    rows = board.rows("SELECT DISTINCT benchmark, metric FROM result WHERE source = 'b'")
    assert rows == [("AIME24", "accuracy")]
    assert "a load of `reasonboard runs` that has tables" in board.refused("reading", "c")
    assert ",b," in board.do("runs")


@follows("Say --as")
def test_the_unit_of_a_load_answers_the_question_for_it(board: Board) -> None:
    path = board.file("t.csv", "model,GSM8K\nplum-7b,0.4\nplum-14b,0.9\n")
    assert SAYS in board.refused("load", path)
    board.do("load", path, "--unit", "percent")
    assert board.values() == pytest.approx([0.004, 0.009])


@follows("no table here has a column", "expected COLUMN=")
def test_an_answer_about_a_column_that_no_table_has_is_refused(board: Board) -> None:
    path = board.file("hard.csv", HARD)
    assert "no table here has a column 'Score'" in board.refused(
        "load", path, "--as", "Score=percent"
    )
    assert "expected COLUMN=" in board.refused("load", path, "--as", "percent")


@follows("expected COLUMN=")
def test_on_a_terminal_what_is_certain_is_loaded_and_the_rest_is_asked_until_it_is_said(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["nonsense", "hard_math_score=accuracy of AIME24 in percent"])

    def prompt(*_: object, **__: object) -> str:
        return next(typed)

    monkeypatch.setattr(asking, "is_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", prompt)
    said = board.do("load", board.file("hard.csv", HARD))
    assert "expected COLUMN=" in said
    assert board.values() == pytest.approx([0.004, 0.009])


@follows("Nothing of it was loaded")
def test_enter_leaves_a_table_out_and_loads_the_rest(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "is_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda *_, **__: "")
    board.file("folder/hard.csv", HARD)
    board.file("folder/sure.csv", "model,MATH500\nplum-7b,83.2%\n")
    code, said = board.run("load", str(board.folder / "folder"))
    assert code == 2
    assert "hard.csv" in said
    assert board.values() == [0.832]


@follows("table does not say")
def test_a_later_answer_adds_standard_errors_says_so_and_is_kept(board: Board) -> None:
    path = board.file(
        "t.csv", "Model,GSM8K,MATH500\nplum-7b,82.2 ± 1.2,76.0\nplum-14b,93.3 ± 1.4,81.4\n"
    )
    assert "what ± is the table does not say" in board.do("load", path)
    for option in (["--dry-run"], []):
        said = board.do("load", path, "--as", "±=standard error", *option)
        assert "to 2 existing measurements" in said
        assert "Nothing to do" not in said
    assert '"GSM8K ±" = "standard error"' in board.do("reading", "t")
    assert "does not say" not in board.do("load", path)
