"""What messages on many machines advise: a folder is the place, and one store publishes to another."""

from contextlib import nullcontext

import pytest

from reasonboard.store.pointer import POINTER
from tests.cli.advice.following import Board, follows
from tests.cli.advice.test_loads import numbers


@pytest.fixture
def url(board: Board) -> str:
    place = board.folder / "place"
    place.mkdir()
    return f"file://{place}"


@pytest.mark.long
@follows(
    "load: --to cannot be combined with --replace, --keep-texts, --build, --aliases, --csv or --json, which need a "
    "store (expected PATH and --to URL)",
    ". Publish it with `reasonboard publish --from URL`.",
    ": nothing published yet (start `reasonboard publish --from URL`)",
    "`reasonboard remove RUN` on this machine and then `reasonboard publish --from URL --retry`",
    "rejected before: `reasonboard publish --from URL --retry` tries them again and prints the reasons.",
)
def test_a_part_is_written_taken_in_refused_and_taken_in_at_last(board: Board, url: str) -> None:
    table, other = numbers(board, "a.csv", "0.4"), numbers(board, "b.csv", "0.5")
    board.refused("load", table, "--to", url, "--replace")
    board.refused("check", "--from", url)
    board.do("load", table, "--to", url)
    board.do("publish", "--from", url)
    board.do("check", "--from", url)
    assert board.values() == [0.4]
    board.do("load", other, "--to", url)
    refusal = board.refused("publish", "--from", url)
    assert "load --replace" not in refusal
    board.do("publish", "--from", url)
    board.refused("publish", "--from", url, "--retry")
    run = refusal.partition(": run ")[2].partition(",")[0]
    board.do("remove", run)
    board.do("publish", "--from", url, "--retry")
    assert board.values() == [0.5]


@follows(
    ": not as it was written. Remove that file there, and `reasonboard publish --from URL` writes it again"
)
def test_a_damaged_pointer_of_a_place_is_written_again(board: Board, url: str) -> None:
    board.do("load", numbers(board, "a.csv", "0.4"), "--to", url)
    board.do("publish", "--from", url)
    pointer = board.folder / "place" / POINTER
    pointer.write_text(pointer.read_text().replace("a", "b"))
    board.refused("check", "--from", url)
    pointer.unlink()
    board.do("publish", "--from", url)
    board.do("check", "--from", url)


@follows("REASONBOARD_TOKEN is set, but a replica accepts no runs (expected no token with --from)")
def test_a_replica_starts_without_the_token(
    board: Board, url: str, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board.do("publish", "--from", url)
    monkeypatch.setattr("reasonboard.cli.serve.pulling", lambda *_: nullcontext())
    monkeypatch.setenv("REASONBOARD_TOKEN", "0123456789abcdef")
    board.refused("serve", "--from", url)
    monkeypatch.delenv("REASONBOARD_TOKEN")
    board.do("serve", "--from", url)
    assert served
