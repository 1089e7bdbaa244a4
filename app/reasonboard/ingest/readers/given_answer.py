"""The digest of what an answer says, where a file has that apart from its text: those that say the same are counted."""

import re

from reasonboard.ingest.readers import problem_text

_LONGEST = 200
"""Characters of an answer; a longer one is the whole text of an attempt, which no other repeats."""
_NOISE = re.compile(r"[\s$]+|(?<=\d),(?=\d{3}(?!\d))")
_NONE = frozenset({"", "[invalid]", "none", "null", "n/a"})


def digest(raw: object) -> int | None:
    """60 bits for an answer, the same where only white space, case, `$`, a last full stop and the commas of thousands
    differ; None for what is none.
    """
    if not isinstance(raw, str | int | float):
        return None
    text = str(raw)
    if len(text) > _LONGEST:
        return None
    plain = _NOISE.sub("", text).rstrip(".").casefold()
    return None if plain in _NONE else problem_text.digest(plain)
