"""The declared studies that a snapshot has."""

from functools import lru_cache

from reasonboard.core.study import Study
from reasonboard.store.database import query
from reasonboard.store.snapshots import snapshot
from reasonboard.studies.own.declaration import DeclarationError, parse
from reasonboard.studies.own.study import study_of


def stored() -> tuple[Study, ...]:
    """The declared studies of the current snapshot, by their names."""
    return _stored(snapshot().version)


# A study is an object that pages and charts are kept by: the same one for as long as the data stay.
@lru_cache(maxsize=8)
def _stored(_version: str) -> tuple[Study, ...]:
    rows = query("studies/own/declared")
    studies = []
    for row in rows:
        try:
            studies.append(study_of(parse(row["text"].encode(), row["path"])))
        except DeclarationError:
            continue  # declared to another release: its commands say so
    return tuple(sorted(studies, key=lambda study: study.name.lower()))
