"""What a place of a document has to be: an object, a list, a name, a step."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File

LONGEST_NAME = 512
LAST_STEP = 2**31 - 1


def mapping(file: File, value: Any, where: str) -> dict[str, Any]:
    """The object that stands there; raises IngestError for anything else, nothing included."""
    if not isinstance(value, dict):
        raise IngestError(f"{file.name}: {where} is {shown(value)} (expected an object)")
    return value


def part(file: File, whole: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The object under a key, empty where there is none; raises IngestError for anything else."""
    value = whole.get(key)
    return {} if value is None else mapping(file, value, key)


def items(file: File, value: Any, where: str) -> list[Any]:
    """The list that stands there; raises IngestError for anything else."""
    if not isinstance(value, list):
        raise IngestError(f"{file.name}: {where} is {shown(value)} (expected a list)")
    return value


def name(file: File, value: Any, where: str) -> str:
    """A name of 1 to 512 characters that can be stored; raises IngestError for anything else."""
    if not isinstance(value, str):
        raise IngestError(f"{file.name}: {where} is {shown(value)} (expected a name)")
    torn = any("\ud800" <= one <= "\udfff" for one in value)
    if not value.strip() or len(value) > LONGEST_NAME or "\0" in value or torn:
        raise IngestError(
            f"{file.name}: {where} is named {value[:40]!r} (expected 1 to {LONGEST_NAME} characters of text)"
        )
    return value


def step(file: File, value: Any, where: str) -> int:
    """A training step; raises IngestError for what is not a whole number from 0 on."""
    whole = isinstance(value, float) and value.is_integer()
    if isinstance(value, bool) or not (isinstance(value, int) or whole):
        raise IngestError(f"{file.name}: {where} is {shown(value)} (expected a whole number)")
    if not 0 <= value <= LAST_STEP:
        raise IngestError(
            f"{file.name}: {where} is {shown(value)} (expected a step from 0 to {LAST_STEP})"
        )
    return int(value)


def whole(value: Any) -> int | None:
    """A whole number from 0 on that can be stored, or None: for what may be left out."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    return value if plain and 0 <= value <= LAST_STEP else None


def text(value: Any) -> str | None:
    """A text with something in it, or None."""
    return value if isinstance(value, str) and value.strip() else None


def shown(value: Any) -> str:
    """A value in a message: short, and on one line."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > 10**20:
        return "a huge number"
    return repr(value)[:60]
