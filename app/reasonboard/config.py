"""The settings, read from the environment and nowhere else."""

import ipaddress
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_BUNDLED = Path(__file__).resolve().parent / "_bundled"


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class SettingsError(Exception):
    """What is wrong with the settings, one line for each of them."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; `read` makes one from the environment."""

    host: str
    port: int
    store: Path
    """The folder of the snapshots: the only one that is written to."""
    data: Path
    """The folder of the bundled sources."""
    assets: Path
    shared: Path
    """The folder of what the set-up made or fetched for the browser: it may be empty or absent."""
    prefix: str
    """The path under which the dashboard is served, with a slash at both ends."""
    links: int
    """So many short links are kept; with 0 there are none."""
    workers: int
    threads: int
    cache: int
    """Megabytes of answers that each worker keeps."""
    allowed_hosts: tuple[str, ...]
    """More names by which browsers may open the dashboard (see `hosts.allows`)."""
    trusted_proxies: tuple[Network, ...]
    """The networks whose forwarding and identity headers are believed."""
    access_log: bool
    """Is a line of JSON written for every request?"""
    reader_memory: int
    """Megabytes that the process may take that reads files."""
    reader_seconds: int
    """How long that process may work on a file without another 10,000 rows."""
    pull_seconds: int
    """How often a replica looks whether something new was published."""
    closed_texts: bool
    """Are problems and answers shown whose authors ask that they are not published?"""
    token: str
    """Who sends it may send rows of runs; "" where nobody may."""
    studies: Path | None
    """The folder whose declared studies the server adds when it starts."""

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the first page, such as `http://127.0.0.1:8050/`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}{self.prefix}"


def read(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of the environment; raises SettingsError naming every wrong one."""
    problems = [
        f"{name} is not a setting (expected one of {', '.join(sorted(_DEFAULTS))})"
        for name in environ
        if name.startswith("REASONBOARD_") and name not in _DEFAULTS
    ]
    values = {name: environ.get(name) or default for name, default in _DEFAULTS.items()}
    numbers = {
        name: _number(name, values[name], limits, problems) for name, limits in _LIMITS.items()
    }
    prefix = _prefix(values["REASONBOARD_PREFIX"], problems)
    hosts = _hosts(values["REASONBOARD_ALLOWED_HOSTS"], problems)
    proxies = _networks(values["REASONBOARD_TRUSTED_PROXIES"], problems)
    token = _token(values["REASONBOARD_TOKEN"], problems)
    _check_answers(values["REASONBOARD_ANSWERS"], problems)
    if problems:
        raise SettingsError("\n".join(problems))
    return Settings(
        host=values["HOST"],
        port=numbers["PORT"],
        store=Path(values["REASONBOARD_STORE"]),
        data=Path(values["REASONBOARD_DATA"]),
        assets=_folder("assets"),
        shared=Path(sys.prefix) / "share" / "reasonboard",
        prefix=prefix,
        links=numbers["REASONBOARD_LINKS"],
        workers=numbers["REASONBOARD_WORKERS"],
        threads=numbers["REASONBOARD_THREADS"],
        cache=numbers["REASONBOARD_CACHE"],
        allowed_hosts=hosts,
        trusted_proxies=proxies,
        access_log=numbers["REASONBOARD_ACCESS_LOG"] == 1,
        reader_memory=numbers["REASONBOARD_READER_MEMORY"],
        reader_seconds=numbers["REASONBOARD_READER_SECONDS"],
        pull_seconds=numbers["REASONBOARD_PULL_SECONDS"],
        closed_texts=numbers["REASONBOARD_CLOSED_TEXTS"] == 1,
        token=token,
        studies=Path(values["REASONBOARD_STUDIES"]) if values["REASONBOARD_STUDIES"] else None,
    )


def answers_of(store: Path, environ: Mapping[str, str] = os.environ) -> str:
    """The address of the place where the answers of a store are; '' where they are in it.

    The setting speaks of the store that is set: any other folder, such as a backup, has its answers itself.
    """
    address = environ.get("REASONBOARD_ANSWERS", "")
    is_set = address and Path(store) == Path(
        environ.get("REASONBOARD_STORE") or _DEFAULTS["REASONBOARD_STORE"]
    )
    return address if is_set else ""


def is_loopback(host: str) -> bool:
    """Does a server on this host answer to its own machine only?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _folder(name: str) -> Path:
    """The folder of the installed package, or of the checkout."""
    bundled = _BUNDLED / name
    return bundled if bundled.is_dir() else _ROOT / name


def _number(name: str, text: str, limits: range, problems: list[str]) -> int:
    if text.isascii() and text.isdigit() and len(text) < 7 and int(text) in limits:  # noqa: PLR2004
        return int(text)
    problems.append(
        f"{name} is {text!r} (expected a whole number from {limits.start} to {limits.stop - 1})"
    )
    return limits.start


def _items(text: str) -> list[str]:
    """The texts between the commas, without those that are empty."""
    return [item.strip() for item in text.split(",") if item.strip()]


def _prefix(text: str, problems: list[str]) -> str:
    if not (text.startswith("/") and text.endswith("/")) or set(text) - _PREFIX_CHARACTERS:
        problems.append(
            f"REASONBOARD_PREFIX is {text!r} (expected a path such as /results/, of letters, "
            "digits, '-', '_', '.', with a slash at both ends)"
        )
    return text


def _hosts(text: str, problems: list[str]) -> tuple[str, ...]:
    """The names of a list with commas, in small letters; what is none is added to the problems."""
    names = _items(text)
    problems += [
        f"REASONBOARD_ALLOWED_HOSTS has {name!r} (expected names such as board.example.org or "
        ".example.org, with commas between them and without a port)"
        for name in names
        if not _HOST.fullmatch(name)
    ]
    return tuple(name.lower().removesuffix(".") for name in names)


def _token(text: str, problems: list[str]) -> str:
    if text and not _TOKEN.fullmatch(text):
        problems.append(
            "REASONBOARD_TOKEN is not shown (expected 16 to 200 letters, digits and signs, without spaces)"
        )
    return text


def _check_answers(address: str, problems: list[str]) -> None:
    """Add it to the problems where no place of this kind can have answers."""
    scheme = address.partition("://")[0]
    if address and scheme not in _PLACES:
        problems.append(
            f"REASONBOARD_ANSWERS is of the kind {scheme.rpartition('@')[2][:20]!r} (expected an address such as "
            f"{' or '.join(_PLACES.values())})"
        )


def _networks(text: str, problems: list[str]) -> tuple[Network, ...]:
    """The addresses and networks of a list with commas; what is neither is added to the problems."""
    networks = []
    for item in _items(text):
        try:
            networks.append(ipaddress.ip_network(item, strict=False))
        except ValueError:
            problems.append(
                f"REASONBOARD_TRUSTED_PROXIES has {item!r} (expected addresses or networks such as "
                "10.0.0.5 or 172.16.0.0/12, with commas between them)"
            )
    return tuple(networks)


def _default_store() -> Path:
    if (_ROOT / "pyproject.toml").is_file():
        return _ROOT / "var"
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "reasonboard"


_HOST = re.compile(r"\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?|\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]?")
"""A name, one with a dot before it for all names under it, or an IPv6 address."""
_PLACES = {
    "file": "file:///share/answers",
    "s3": "s3://bucket/folder",
    "clickhouse": "clickhouse://host:8443/db",
}
"""Kinds of addresses for answers, each with an example."""
_TOKEN = re.compile(r"[!-~]{16,200}")
_PREFIX_CHARACTERS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./")
_LIMITS = {
    "PORT": range(1, 65536),
    "REASONBOARD_LINKS": range(0, 100_001),
    "REASONBOARD_WORKERS": range(1, 65),
    "REASONBOARD_THREADS": range(1, 65),
    "REASONBOARD_CACHE": range(0, 100_001),
    "REASONBOARD_ACCESS_LOG": range(0, 2),
    "REASONBOARD_CLOSED_TEXTS": range(0, 2),
    "REASONBOARD_PULL_SECONDS": range(1, 86_401),
    "REASONBOARD_READER_MEMORY": range(500, 1_000_000),
    "REASONBOARD_READER_SECONDS": range(1, 100_000),
}
_DEFAULTS = {
    "HOST": "127.0.0.1",
    "PORT": "8050",
    "REASONBOARD_STORE": str(_default_store()),
    "REASONBOARD_DATA": str(_folder("data")),
    "REASONBOARD_PREFIX": "/",
    "REASONBOARD_LINKS": "10000",
    "REASONBOARD_WORKERS": "2",
    "REASONBOARD_THREADS": "4",
    "REASONBOARD_CACHE": "64",
    "REASONBOARD_ALLOWED_HOSTS": "",
    "REASONBOARD_TRUSTED_PROXIES": "",
    "REASONBOARD_ACCESS_LOG": "0",
    "REASONBOARD_READER_MEMORY": "1500",
    "REASONBOARD_READER_SECONDS": "60",
    "REASONBOARD_PULL_SECONDS": "30",
    "REASONBOARD_CLOSED_TEXTS": "0",
    "REASONBOARD_TOKEN": "",
    "REASONBOARD_STUDIES": "",
    "REASONBOARD_ANSWERS": "",
}
