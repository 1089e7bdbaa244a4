"""The titles of views, for tests that look for them in what is written."""

from reasonboard.studies import BY_PATH


def title_of(study: str, view: str) -> str:
    """The title of a view that there is."""
    found = BY_PATH[study].view(view)
    assert found
    return found.title
