"""The command `reasonboard`: its subcommands, and the exit codes."""

import sys
from collections.abc import Sequence
from importlib import import_module

import click
import duckdb

from reasonboard.cli.terminal import BAD_DATA, BAD_INPUT, message
from reasonboard.config import SettingsError
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.store.errors import AddressError, StoreError
from reasonboard.store.lack import reason_of

__all__ = ["BAD_DATA", "BAD_INPUT", "main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0, 2 for wrong input or settings, 3 for data that is not sound."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with reasonboard.make_context("reasonboard", words) as context:
            return reasonboard.invoke(context) or 0
    except click.exceptions.Exit as end:  # --help
        return end.exit_code
    except SettingsError as error:
        problems, code = str(error).splitlines(), BAD_INPUT
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "reasonboard"
        problems, code = [f"{error.format_message()} (see `{command} --help`)"], BAD_INPUT
    except click.ClickException as error:
        problems, code = [error.format_message()], BAD_INPUT
    except AddressError as error:
        problems, code = [f"REASONBOARD_ANSWERS: {error}"], BAD_INPUT
    except (IngestError, StoreError) as error:
        problems, code = [str(error)], BAD_DATA
    except duckdb.Error as error:
        problems, code = [f"the data: {reason_of(error)}"], BAD_DATA
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone: nothing more to print
        return 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        problems, code = [f"{place}{error.strerror or error}"], BAD_DATA
    for problem in problems:
        print(message(f"reasonboard: {problem}"), file=sys.stderr)
    return code


_SUBCOMMANDS = {
    "load": "load.load",
    "watch": "watch.watch",
    "serve": "serve.serve",
    "runs": "runs.runs",
    "compare": "compare.compare",
    "query": "data.query",
    "names": "data.names",
    "reading": "asking.reading",
    "study": "study.study",
    "export": "views.export",
    "open": "views.open_image",
    "remove": "runs.remove",
    "rollback": "store.rollback",
    "check": "store.check",
    "rebuild": "store.rebuild",
    "backup": "store.backup",
    "restore": "store.restore",
    "publish": "remote.publish",
}
"""In the order of `--help`: from the first load to many machines."""


class _Reasonboard(click.Group):
    """Imports a subcommand when it is run or listed: none waits for what another one needs."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(_SUBCOMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in _SUBCOMMANDS:
            return None
        module, _, function = _SUBCOMMANDS[name].partition(".")
        command: click.Command = getattr(import_module(f"reasonboard.cli.{module}"), function)
        return command


@click.command(
    cls=_Reasonboard,
    no_args_is_help=False,
    subcommand_metavar="COMMAND ...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
def reasonboard() -> None:
    """A dashboard for the evaluation results of reasoning models.

    \b
    Examples:
      reasonboard load results/    # load what your evaluation tool wrote
      reasonboard serve            # look at it in the browser
      reasonboard compare A B      # is A better or worse than B?
    """


if __name__ == "__main__":
    sys.exit(main())
