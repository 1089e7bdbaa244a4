"""JSON and TOML, read strictly, whoever wrote them: what is wrong raises DocumentError with its line and column."""

import json
import math
import re
import tomllib
from typing import Any

_LARGEST_TOML = 4 * 1024 * 1024
_MOST_DOTS = 200
"""In a line of TOML: each part of a dotted key costs the parser the time of all parts before it."""
_COMMENTS = ("//", "/*", "#")
_MOST_BITS = 63
"""Beside the sign, as TOML says."""
_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


class DocumentError(Exception):
    """What is wrong in a document, where, and what was expected: one line."""


class CommentError(DocumentError):
    """The same for a comment in JSON, which has none."""


def parse_json(text: str, name: str, line: int = 1, *, finite: bool = False) -> Any:
    """A JSON text that begins in that line of the file; raises DocumentError with line and column.

    With `finite` also for NaN, Infinity and numbers as large as 1e999.
    """
    try:
        return json.loads(
            text,
            object_pairs_hook=_no_key_twice,
            parse_constant=_not_json if finite else None,
            parse_float=_finite if finite else None,
            parse_int=_finite if finite else None,
        )
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno + line - 1}:{error.colno}"
        if text[error.pos :].lstrip().startswith(_COMMENTS):
            raise CommentError(f"{where}: a comment (expected JSON, which has none)") from error
        wrong = error.msg.removesuffix(" at").removesuffix(" starting")
        raise DocumentError(f"{where}: {wrong} (expected JSON)") from error
    except RecursionError:
        raise DocumentError(f"{name}:{line}: nested too deeply (expected a result file)") from None
    except ValueError as error:
        reason = str(error)
        expected = "" if "(expected" in reason else " (expected numbers that can be stored)"
        raise DocumentError(f"{name}:{line}: {reason:.160}{expected}") from error


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """A TOML text; raises DocumentError with line and column."""
    if len(text) > _LARGEST_TOML:
        raise DocumentError(
            f"{name}: {len(text)} characters (expected at most {_LARGEST_TOML} in one TOML)"
        )
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS:
            raise DocumentError(
                f"{name}:{number}: a line with {line.count('.')} dots (expected at most {_MOST_DOTS})"
            )
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        where = f"{name}:{place[1]}:{place[2]}" if place else name
        raise DocumentError(
            f"{where}: {_TOML_PLACE.sub('', str(error)):.80} (expected TOML)"
        ) from error
    except RecursionError:
        raise DocumentError(f"{name}: nested too deeply (expected a flat TOML)") from None
    except ValueError as error:
        raise DocumentError(
            f"{name}: {error!s:.80} (expected numbers that can be stored)"
        ) from error
    _refuse_huge(document, name)
    return document


def _refuse_huge(document: dict[str, Any], name: str) -> None:
    """A hexadecimal number of any length is read, and then ends whoever writes it in a message."""
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            waiting += ((f"{place}.{key}".lstrip("."), part) for key, part in value.items())
        elif isinstance(value, list):
            waiting += ((place, part) for part in value)
        elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise DocumentError(
                f"{name}: {place!r:.100} has a number of more than 64 bits (expected numbers that can be stored)"
            )


def _not_json(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON (expected a number, or null for a missing value)")


def _finite(text: str) -> int | float:
    if not math.isfinite(float(text)):
        raise ValueError(f"{text:.40} is too large (expected a number up to 1e308)")
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(
                    f"the key {key[:80]!r} appears twice in one object (expected once)"
                )
            seen.add(key)
    return whole
