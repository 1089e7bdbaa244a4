"""Which attempt at an item an answer is, where a tool numbers them or only writes one after the other."""

from typing import Any

from reasonboard.ingest.readers.common import node


class Repeats:
    """The attempts that were seen of each item."""

    def __init__(self) -> None:
        self._of_item: dict[str, set[int]] = {}

    def add(self, item: str, stated: Any = None) -> int:
        """As the file states it; else, or where that attempt was there already, the next one."""
        seen = self._of_item.setdefault(item, set())
        repeat = node.whole(stated)
        if repeat is None or repeat in seen:
            repeat = max(seen, default=-1) + 1
        seen.add(repeat)
        return repeat

    @property
    def most(self) -> int:
        """The most attempts at one item."""
        return max(map(len, self._of_item.values()), default=0)
