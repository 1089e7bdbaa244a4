"""The names by which browsers may open the dashboard.

A page of another site can point a name of its own at this machine (DNS rebinding) and then read whatever answers
to that name. It cannot do so with an address that is a number.
"""

import re

from flask import Flask, Response, request

from reasonboard.config import Settings, is_loopback
from reasonboard.web.monitoring.peer import address_of

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_NAME_AND_PORT = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+?)\.?)(?::[0-9]{1,5})?")
_SHOWN = 100
_MISDIRECTED = 421


def allows(settings: Settings, host: str) -> bool:
    """May a browser open this `name:port`?

    Loopback, the host that is listened on and what is set, where a dot before a name means all names under it, too;
    elsewhere than on loopback all numeric addresses.
    """
    match = _NAME_AND_PORT.fullmatch(host.lower())
    if match is None:
        return False
    name = str(match[1] or match[2])
    known = [
        each.lower().strip("[]") for each in (*_LOOPBACK, settings.host, *settings.allowed_hosts)
    ]
    return (
        name in known
        or any(each.startswith(".") and f".{name}".endswith(each) for each in known)
        or (not is_loopback(settings.host) and address_of(name) is not None)
    )


def refuse_other_hosts(server: Flask, settings: Settings) -> None:
    """Refuse, on every route and before any work, requests whose Host is not allowed.

    A request without one is answered: no browser sends it.
    """

    @server.before_request
    def check_host() -> Response | None:
        host = request.headers.get("Host")
        if host is None or allows(settings, host):
            return None
        name = host[:_SHOWN].encode("ascii", "backslashreplace").decode("ascii")
        return Response(
            f"Host {name!r} is not allowed. Add it to REASONBOARD_ALLOWED_HOSTS.\n",
            _MISDIRECTED,
            mimetype="text/plain",
        )
