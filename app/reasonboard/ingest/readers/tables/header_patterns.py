"""Headers that contain fields, by a pattern that a person gives: `type_{task_type}_len_{task_length}`."""

import re

from reasonboard.ingest.names.path_pattern import HOLE, name_of
from reasonboard.store.fields import MEASUREMENT, MODEL, RUN

_NUMBERS = frozenset(field.name for field in (*MODEL, *RUN, *MEASUREMENT) if field.type is not str)


def fields_in(pattern: str, header: str) -> dict[str, str]:
    """The fields that a header states by a pattern; none if it is not written so."""
    parts = HOLE.split(pattern)
    names = [name_of(hole) for hole in parts[1::2]]
    if not names or len(set(names)) < len(names):
        return {}
    holes = [r"(\d[\d.]*[kKmMbB]?)" if name in _NUMBERS else "(.+?)" for name in names]
    expression = "".join(
        f"{re.escape(text.strip())}{hole}"
        for text, hole in zip(parts[::2], [*holes, ""], strict=True)
    )
    match = re.fullmatch(expression, header.strip())
    return dict(zip(names, match.groups(), strict=True)) if match else {}
