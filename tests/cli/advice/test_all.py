"""Every advice in a message is followed by a test of this folder, and every command that one names is whole."""

import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest

from reasonboard.cli.main import reasonboard
from tests.cli.advice.collected import WHOLE, advices, commands
from tests.cli.advice.following import FOLLOWED

NOT_FOLLOWED = {
    "catalogue/benchmarks.toml: ": "for those who add a bundled source: tests/data holds the names to it",
    "the bundled *.toml and *.csv files": "of a release that is not whole",
    "s.toml": "for those who add a bundled source: tests/data holds the names to it",
    " in one TOML)": "says what a file has to be",
    "(expected TOML)": "says what a file has to be",
    "(expected a flat TOML)": "says what a file has to be",
    "pip install tensorboard": "the package is there in tests",
    "pip install reasonboard[images]": "its browser test is there in tests/web/images",
    "Use the command reasonboard load for more.": "needs 500 MB of files",
    "Enter the token of the server first (REASONBOARD_TOKEN).": "tests/browser loads with the token",
    "REASONBOARD_CLOSED_TEXTS=1": "followed in tests/web/item/test_loaded_answers.py",
    "--host-resolver-rules": "an argument of Chromium, no message",
    '--as "': "test_questions.py types what the questions name",
    '--as "([^"=]*)=([^"]*)"': "an expression that finds it",
    " make serve": "test_settings.py follows it as `reasonboard serve`",
    'what ± is the table does not say: not kept (--as "±=standard error" keeps it)': "test_questions.py adds it",
    "--as": "test_questions.py types what the questions name",
    "no data is open (start `reasonboard serve`)": "for a process that asks before it has opened a store",
}
"""Parts of messages whose advice is not followed here, with the reason."""


def _followed() -> list[str]:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        import_module(f"{__package__}.{path.stem}")
    return [part for parts in FOLLOWED.values() for part in parts]


def test_every_advice_is_followed_by_a_test() -> None:
    """A new advice needs a test with `follows`, which hears its message and does what it says."""
    every = advices()
    assert len(every) > 100
    parts = [*_followed(), *NOT_FOLLOWED]
    messages = {
        part: {advice.text.strip() for advice in every if part in advice.text} for part in parts
    }
    # A part that is a whole text is not of others that have it, too; each other part is of one message.
    messages = {part: {part} & texts or texts for part, texts in messages.items()}
    assert [part for part, texts in messages.items() if len(texts) > 1] == []
    left = [
        str(advice)
        for advice in every
        if not any(advice.is_in(part) for part in parts if advice.text.strip() in messages[part])
    ]
    assert left == []


def test_what_is_said_not_to_be_followed_is_in_a_message_and_nowhere_followed() -> None:
    texts = [advice.text for advice in advices()]
    followed = _followed()
    for part in NOT_FOLLOWED:
        assert any(part in text for text in texts), part
        assert part not in followed


def test_an_option_is_named_with_its_command_where_not_only_the_command_shows_it() -> None:
    """Browsers, servers and `watch` show what a load says, too: there an option alone advises nothing."""
    alone = [
        str(advice)
        for advice in advices()
        if advice.text[advice.begin :].startswith("--")
        and not advice.file.startswith("cli/")
        and not any(
            match.start() < advice.begin < match.end() for match in WHOLE.finditer(advice.text)
        )
        and not any(map(advice.is_in, NOT_FOLLOWED))
    ]
    assert alone == []


@pytest.mark.parametrize(("place", "command"), [*commands()])
def test_a_command_that_a_message_names_is_whole(place: str, command: str) -> None:
    """It is there, with these options and all arguments that it needs."""
    words = [word for word in shlex.split(command) if word != "reasonboard"]
    found: click.Command | None = reasonboard
    while isinstance(found, click.Group):
        context = click.Context(found)
        found = found.get_command(context, words.pop(0))
    assert found, place
    context = click.Context(found)
    values, rest, _ = found.make_parser(context).parse_args(args=words)
    assert not rest, place
    for parameter in found.params:
        assert not parameter.required or values.get(str(parameter.name)), f"{place}: {command}"
