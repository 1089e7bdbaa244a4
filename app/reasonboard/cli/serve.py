"""`reasonboard serve`."""

import socket

import click

from reasonboard import config
from reasonboard.cli.remote import FROM, pull_first, pulling
from reasonboard.config import Settings
from reasonboard.ingest.publish import publish
from reasonboard.remote.address import Address
from reasonboard.web.monitoring.folder import shared_metrics


@click.command()
@click.option("--allow-remote", is_flag=True, help="Allow a HOST that other machines can reach.")
@FROM
def serve(allow_remote: bool, source: Address | None) -> None:
    """Start the dashboard.

    HOST, PORT and REASONBOARD_* in the environment set it up. With --from it is a replica: it shows what
    `reasonboard publish` wrote there.
    """
    settings = config.read()
    if not config.is_loopback(settings.host) and not allow_remote:
        raise click.ClickException(
            f"HOST is {settings.host}: other machines could read everything, without a password. "
            "Say --allow-remote if that is meant (expected a loopback host such as 127.0.0.1)"
        )
    _check_address(settings)
    problem = pull_first(settings, source) if source else ""
    version = publish(settings.data, settings.store)
    with shared_metrics(), pulling(source, problem):
        from reasonboard.web.main import create_app  # noqa: PLC0415  (Dash takes a second to import: only here is it needed)
        from reasonboard.web.server import Server  # noqa: PLC0415

        Server(create_app(settings), settings, version).run()


def _check_address(settings: Settings) -> None:
    """Raise ClickException if nothing can listen on the host and port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise click.ClickException(
                f"{settings.host}:{settings.port} cannot be listened on ({error.strerror}). Stop what uses "
                f"it, or take another port: PORT={settings.port % 65535 + 1} make serve"
            ) from None
