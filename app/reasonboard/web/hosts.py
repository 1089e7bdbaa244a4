"""The names by which browsers may open the dashboard.

A page of another site can point a name of its own at this machine (DNS rebinding) and then read whatever answers
to that name. It cannot do so with an address that is a number.
"""

import ipaddress
import re
from typing import NamedTuple

from flask import Flask, Response, request

from reasonboard.config import Settings, is_loopback

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_NAME_AND_PORT = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+?)\.?)(?::[0-9]{1,5})?")
_SHOWN = 100
_MISDIRECTED = 421


class HostRule(NamedTuple):
    names: tuple[str, ...]
    """In lower case; a dot before a name means all names under it, too."""
    any_address: bool
    """Are all numeric addresses allowed?"""

    def allows(self, host: str) -> bool:
        """May a browser open this `name:port`?"""
        match = _NAME_AND_PORT.fullmatch(host.lower())
        if match is None:
            return False
        name = str(match[1] or match[2])
        return (
            name in self.names
            or any(
                pattern.startswith(".") and f".{name}".endswith(pattern) for pattern in self.names
            )
            or (self.any_address and _is_address(name))
        )


def rule(settings: Settings) -> HostRule:
    """Loopback, the host that is listened on and what is set; elsewhere than on loopback all numeric addresses."""
    remote = not is_loopback(settings.host)
    names = (*_LOOPBACK, settings.host, *settings.allowed_hosts)
    return HostRule(tuple(name.lower().strip("[]") for name in names), remote)


def refuse_other_hosts(server: Flask, allowed: HostRule) -> None:
    """Refuse, on every route and before any work, requests whose Host is not allowed.

    A request without one is answered: no browser sends it.
    """

    @server.before_request
    def check_host() -> Response | None:
        host = request.headers.get("Host")
        if host is None or allowed.allows(host):
            return None
        name = host[:_SHOWN].encode("ascii", "backslashreplace").decode("ascii")
        return Response(
            f"Host {name!r} is not allowed. Add it to REASONBOARD_ALLOWED_HOSTS.\n",
            _MISDIRECTED,
            mimetype="text/plain",
        )


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
