"""The declared studies that a snapshot has."""

from functools import lru_cache

from reasonboard.core.study import Study
from reasonboard.store.database import query
from reasonboard.studies.own.declaration import DeclarationError, parse
from reasonboard.studies.own.study import study_of


def stored() -> tuple[Study, ...]:
    """The declared studies of the current snapshot, by their names."""
    return _stored(tuple((row["text"], row["path"]) for row in query("studies/own/declared")))


# A study is an object that pages and charts are kept by: the same one for as long as its file stays.
@lru_cache(maxsize=8)
def _stored(declared: tuple[tuple[str, str], ...]) -> tuple[Study, ...]:
    studies = []
    for text, path in declared:
        try:
            studies.append(study_of(parse(text.encode(), path)))
        except DeclarationError:
            continue  # declared to another release: its commands say so
    return tuple(sorted(studies, key=lambda study: study.name.lower()))
