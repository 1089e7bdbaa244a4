"""Who asks: what proxies say of it is believed only where they are trusted.

The address comes from X-Forwarded-For, the user from X-Auth-Request-User, and whether the browser uses https from
X-Forwarded-Proto. The user is for the log alone: nobody may do more or less for being known.
"""

import ipaddress
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.config import Network

_USER = "HTTP_X_AUTH_REQUEST_USER"
_ADDRESSES = "HTTP_X_FORWARDED_FOR"
_SCHEME = "HTTP_X_FORWARDED_PROTO"
_FORWARDED = (_ADDRESSES, _SCHEME, "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Peer(NamedTuple):
    address: str
    """Of the client itself as far as trusted proxies name it."""
    user: str
    """As a trusted proxy names who is logged in, "" for nobody."""
    secure: bool
    """Does the browser use https, as a trusted proxy says?"""


def peer(environ: Mapping[str, Any], trusted: Sequence[Network]) -> Peer:
    """Who sent the request of this WSGI environment."""
    direct = str(environ.get("REMOTE_ADDR", ""))
    if not _is_in(direct, trusted):
        return Peer(direct, "", secure=False)
    named = [one.strip() for one in str(environ.get(_ADDRESSES, "")).split(",")]
    # The last names are those that our own proxies wrote; before them a client may have written anything.
    strangers = (one for one in reversed(named) if not _is_in(one, trusted))
    address = next(strangers, "")
    secure = str(environ.get(_SCHEME, "")).strip().lower() == "https"
    return Peer(address if _address(address) else direct, str(environ.get(_USER, "")), secure)


def is_near(environ: Mapping[str, Any], trusted: Sequence[Network]) -> bool:
    """Is it this machine, or a trusted peer, that asks for itself and forwards nobody's request?"""
    direct = str(environ.get("REMOTE_ADDR", ""))
    address = _address(direct)
    near = _is_in(direct, trusted) or (address is not None and address.is_loopback)
    return near and not any(name in environ for name in _FORWARDED)


def _is_in(text: str, networks: Sequence[Network]) -> bool:
    address = _address(text)
    return address is not None and any(address in network for network in networks)


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
