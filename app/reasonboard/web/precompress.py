"""Compress once what every browser fetches: `python -m reasonboard.web.precompress`, at the set-up and in the image."""

import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.web.main import create_app
from reasonboard.web.static_files import KATEX, PLOTLY, precompress

_LINKED = re.compile(r'(?:src|href)="(/[^"]+\.(?:js|css|svg)[^"]*)"')
_CHUNKS = "_dash-component-suites/dash/dcc/"
_USED = ("async-dropdown.js",)
"""What Dash's components fetch when the first of their kind is drawn."""
_SMALLEST = 500
"""Fewer bytes than that are not worth it."""


def main() -> None:
    """Fill the folder that `serve` takes compressed scripts and styles from."""
    settings = config.read({})
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder)
        publish(settings.data, store)
        client = create_app(replace(settings, store=store, prefix="/")).test_client()
        for content in served_files(client):
            if len(content) >= _SMALLEST:
                precompress(content, settings.shared)


def served_files(client: FlaskClient) -> Iterator[bytes]:
    """The scripts and styles of a page as they are, uncompressed."""
    identity = {"Accept-Encoding": "identity"}
    linked = _LINKED.findall(client.get("/").text)
    for path in (*linked, f"/{PLOTLY}", f"/{KATEX}", *(f"/{_CHUNKS}{name}" for name in _USED)):
        answer = client.get(path, headers=identity, buffered=True)
        if answer.status_code == 200:  # noqa: PLR2004  (KaTeX may not be installed)
            yield answer.data


if __name__ == "__main__":
    main()
