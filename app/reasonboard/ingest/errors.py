"""Why something could not be taken in."""


class IngestError(Exception):
    """What is wrong where, and what was expected: one line, `FILE:LINE:COLUMN: wrong (expected)`."""


class BrokenError(IngestError):
    """A number that no snapshot may hold, and where it stands."""


class Skip(Exception):  # noqa: N818  (nothing is wrong: the file just adds nothing)
    """Why a file of a known tool adds nothing by itself: a few words."""
