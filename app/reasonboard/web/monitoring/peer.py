"""Who asks: what proxies say of it is believed only where they are trusted.

The address comes from X-Forwarded-For, the user from X-Auth-Request-User, and whether the browser uses https from
X-Forwarded-Proto. The user is for the log alone: nobody may do more or less for being known.
"""

import ipaddress
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from reasonboard.config import Network

_USER = "HTTP_X_AUTH_REQUEST_USER"
_ADDRESSES = "HTTP_X_FORWARDED_FOR"
_SCHEME = "HTTP_X_FORWARDED_PROTO"
_FORWARDING = re.compile(
    r"HTTP_(?:X_)?(?:"
    r"FORWARDED|ORIGINAL_|ORIGINATING_|REAL_|REMOTE_|CLUSTER_|CLIENT_IP|TRUE_CLIENT_|VIA|PROXY|SCHEME|AUTH_REQUEST_"
    r"|CDN_|CF_|CLOUD_|AKAMAI_|AMZN?_|APPENGINE_|ARR_|AZURE_|ENVOY_|FASTLY_|FLY_|INCAP_|SUCURI_|VARNISH|VERCEL_"
    r"|NGROK_|TAILSCALE_|TUNNEL|ZROK_|LOCALTONET_|PAGEKITE_"
    r")"
)
"""How the headers begin, as WSGI calls them, by which proxies, CDNs and tunnels tell of themselves. No browser and no
Prometheus sends one on its own."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_SOCKETS = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""Linux's lists of the TCP sockets of this machine, with the user of each."""


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
    named = [part.strip() for part in str(environ.get(_ADDRESSES, "")).split(",")]
    # The last names are those that our own proxies wrote; before them a client may have written anything.
    strangers = (name for name in reversed(named) if not _is_in(name, trusted))
    address = next(strangers, "")
    secure = str(environ.get(_SCHEME, "")).strip().lower() == "https"
    return Peer(address if address_of(address) else direct, str(environ.get(_USER, "")), secure)


def is_near(environ: Mapping[str, Any], trusted: Sequence[Network]) -> bool:
    """Is it this machine, or a trusted peer, that asks for itself and forwards nobody's request?"""
    direct = str(environ.get("REMOTE_ADDR", ""))
    address = address_of(direct)
    near = _is_in(direct, trusted) or (address is not None and address.is_loopback)
    return near and not any(map(_FORWARDING.match, environ))


def is_of(users: Collection[int], environ: Mapping[str, Any], port: int) -> bool:
    """Has a process of one of these users the other end of this connection to our port? True where no system says.

    Other users of a machine reach its loopback address, too, and so does a web server that hands on what it is asked.
    """
    if not _SOCKETS[0].is_file():
        return True
    local = _as_in_proc(str(environ.get("REMOTE_ADDR", "")), str(environ.get("REMOTE_PORT", "")))
    owners = {owner for address, owner in _owners(port) if address in local}
    return bool(owners) and owners <= set(users)


def _owners(port: int) -> Iterator[tuple[str, int]]:
    """The own address of each connection to this port, as Linux writes it, with its user; -1 where it is closed."""
    for path in _SOCKETS:
        lines = path.read_text().splitlines()[1:] if path.is_file() else []
        for fields in map(str.split, lines):
            if fields[2].endswith(f":{port:04X}"):
                yield fields[1], int(fields[7]) if fields[9] != "0" else -1


def _as_in_proc(text: str, port: str) -> set[str]:
    """An address and a port as Linux writes them: that of IPv4 in both of its lists."""
    address = address_of(text)
    if address is None or not port.isdigit():
        return set()
    forms = [address.packed]
    if isinstance(address, ipaddress.IPv4Address):
        forms.append(bytes(10) + b"\xff\xff" + address.packed)
    words = ([form[at : at + 4] for at in range(0, len(form), 4)] for form in forms)
    return {
        "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in form) + f":{int(port):04X}"
        for form in words
    }


def _is_in(text: str, networks: Sequence[Network]) -> bool:
    address = address_of(text)
    return address is not None and any(address in network for network in networks)


def address_of(text: str) -> Address | None:
    """The address that a text is; None for any other text."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
