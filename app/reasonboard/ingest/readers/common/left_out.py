"""What a reader leaves out of the rows of a file: counted by the reason, so that nothing is passed over in silence."""

from collections import Counter

from reasonboard.ingest.formats.files import File

OF_CORPUS = "a part of a metric of the whole corpus"


class LeftOut:
    """The scores of one file that are left out."""

    def __init__(self, file: File) -> None:
        self._name = file.path.name
        self._counts: Counter[tuple[str, str]] = Counter()

    def add(self, metric: str, reason: str) -> None:
        """In one more row this metric is left out, as it is such a thing."""
        self._counts[metric, reason] += 1

    def notes(self) -> list[str]:
        """A line for each metric and reason, when the file has been walked."""
        return [
            f"{self._name}: {metric[:80]} is {reason} in {count} row{'s' * (count != 1)}, left out there"
            for (metric, reason), count in self._counts.items()
        ]
