"""What runs are called beside their marks: what tells them apart."""

from collections.abc import Iterable

_BETWEEN = " · "


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Each name without the parts with which all begin: 'm · 8k' and 'm · 16k' are '8k' and '16k'."""
    every = list(dict.fromkeys(names))
    parts = [name.split(_BETWEEN) for name in every]
    shared = 0
    while len(every) > 1 and len({tuple(part[: shared + 1]) for part in parts}) == 1:
        shared += 1
    # A name that has no more parts is the last that all share.
    start = min(shared, min(map(len, parts), default=1) - 1)
    return {name: _BETWEEN.join(words[start:]) for name, words in zip(every, parts, strict=True)}
