"""The addresses of places: `file:///folder`, `s3://bucket/folder?endpoint_override=...&region=...`.

Answers may be in a database, too: `clickhouse://host:8443/db`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from reasonboard.store.errors import AddressError
from reasonboard.store.places.folder import Folder
from reasonboard.store.places.place import Answers, Place

PLACES = {"file": "file:///share/board", "s3": "s3://bucket/board"}
"""The kinds of places of files, each with an example."""
ANSWERS = {**PLACES, "clickhouse": "clickhouse://host:8443/db"}
"""The kinds of places of answers."""
_OPTIONS = {"s3": {"endpoint_override", "region", "scheme"}, "clickhouse": {"secure=1"}}
"""What may stand behind the `?` of an address."""
_KEYS = {
    "file": ("none",),
    "s3": ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
    "clickhouse": ("CLICKHOUSE_USER", "CLICKHOUSE_PASSWORD"),
}
"""Where credentials are instead."""
_DATABASE = re.compile(r"[A-Za-z0-9_.-]+(:\d{1,5})?/\w+")


@dataclass(frozen=True)
class Address:
    """An address, taken apart."""

    scheme: str
    root: str
    """The folder, or the bucket and the folder in it."""
    options: Mapping[str, str]
    text: str
    """As it was written: it has no credentials."""

    @property
    def name(self) -> str:
        """The address for messages."""
        return f"{self.scheme}://{self.root}"


def parse(text: str, kinds: Mapping[str, str] = PLACES) -> Address:
    """Take an address apart; raises AddressError for one that names no place of these kinds."""
    kinds_text = " or ".join(kinds.values())
    try:
        parts = urlsplit(text)
        pairs = parse_qsl(parts.query, strict_parsing=True) if parts.query else []
    except ValueError:
        raise AddressError(f"not an address (expected {kinds_text})") from None
    if parts.scheme not in kinds:
        raise AddressError(f"{_short_text(text)!r} has an unknown scheme (expected {kinds_text})")
    if "@" in parts.netloc:
        raise AddressError(
            f"the address has a user or a key in it (expected them in {' and '.join(_KEYS[parts.scheme])})"
        )
    root = unquote(parts.netloc + parts.path).rstrip("/")
    example = kinds[parts.scheme]
    if parts.scheme == "clickhouse" and not _DATABASE.fullmatch(root):
        raise AddressError(
            f"{_short_text(text)!r} names no database (expected one such as {example})"
        )
    is_folder = parts.scheme == "file"
    if not root or is_folder != (not parts.netloc) or ".." in root.split("/") or parts.fragment:
        raise AddressError(
            f"{_short_text(text)!r} names no folder (expected one such as {example})"
        )
    known_options = _OPTIONS.get(parts.scheme, set())
    unknown = sorted(name for name, value in pairs if not {name, f"{name}={value}"} & known_options)
    if unknown:
        offered = ", ".join(sorted(known_options)) or "nothing behind the '?'"
        raise AddressError(f"the address says {unknown[0]!r} (expected {offered})")
    return Address(parts.scheme, root, dict(pairs), text)


def prepare(address: Address) -> None:
    """Import what such a place needs, which takes a moment; raises RemoteError where it is not installed."""
    if address.scheme == "s3":
        import reasonboard.store.places.bucket  # noqa: PLC0415
    elif address.scheme == "clickhouse":
        import reasonboard.store.places.clickhouse  # noqa: F401, PLC0415


def open_place(address: Address, attempts: int = 2) -> Place:
    """The place of an address; raises RemoteError where it does not answer within this number of `attempts`."""
    if address.scheme == "file":
        return Folder(Path(address.root), address.name)
    from reasonboard.store.places.bucket import Bucket  # noqa: PLC0415  (pyarrow is an extra, and takes a moment to import)

    return Bucket(address.root, address.name, address.options, attempts)


def open_answers(address: Address, attempts: int = 2) -> Answers:
    """The same of a place of answers."""
    if address.scheme != "clickhouse":
        return open_place(address, attempts)
    from reasonboard.store.places.clickhouse import Database  # noqa: PLC0415  (of an extra, as above)

    return Database(address.root, address.name, address.options, attempts)


def _short_text(text: str) -> str:
    """The start of what was given, without what may be a key."""
    return text.partition("?")[0].rpartition("@")[2][:60]
