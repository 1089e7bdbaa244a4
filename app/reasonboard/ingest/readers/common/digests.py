"""Digests of texts, by which problems and answers are compared whatever their ids."""

import hashlib
import re

_LONGEST = 200
"""Characters of an answer; a longer one is the whole text of an attempt, which no other repeats."""
_NOISE = re.compile(r"[\s$]+|(?<=\d),(?=\d{3}(?!\d))")
_NONE = frozenset({"", "[invalid]", "none", "null", "n/a"})


def of_problem(text: object) -> int | None:
    """60 bits for the text of a problem, the same where only white space differs; None for what is no text.

    Answers of two runs are paired by it.
    """
    if not isinstance(text, str) or not text.strip():
        return None
    plain = " ".join(text.split()).encode("utf-8", "surrogatepass")
    return int(hashlib.sha256(plain).hexdigest()[:15], 16)


def of_answer(raw: object) -> int | None:
    """60 bits for what an answer says, where a file has that apart from its text; None for what is none.

    The same where only white space, case, `$`, a last full stop and the commas of thousands differ: answers that say
    the same are counted by it.
    """
    if not isinstance(raw, str | int | float):
        return None
    text = str(raw)
    if len(text) > _LONGEST:
        return None
    plain = _NOISE.sub("", text).rstrip(".").casefold()
    return None if plain in _NONE else of_problem(plain)
