"""The tutorial with what its cells give, as a notebook and as a page: part of `make screenshots`."""

import ast
import base64
import contextlib
import html
import io
import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
from markdown_it import MarkdownIt
from playwright.sync_api import Browser, sync_playwright

from reasonboard import config
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import database
from reasonboard.web.images.service import chromium

DOCS = Path(__file__).resolve().parent.parent / "docs"
NOTEBOOK = DOCS / "tutorial" / "notebook.ipynb"
_WIDTH, _HEIGHT = 900, 420
_BACK = '<p><a href="../index.html">Docs</a></p>'
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #16181d; }
pre { background: #f4f5f7; padding: .75rem 1rem; overflow-x: auto; font-size: .875rem; }
.output { overflow-x: auto; margin: 0 0 1.5rem 1rem; font-size: .875rem; }
.output pre { background: none; padding: 0; }
table { border-collapse: collapse; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #d8dbe2; }
img { max-width: 100%; height: auto; }
"""


def main() -> None:
    """Run the notebook on the bundled results; write what its cells give into it, and all of it as a page."""
    notebook = json.loads(NOTEBOOK.read_text())
    with sync_playwright() as playwright, _in_a_store():
        browser = playwright.chromium.launch(executable_path=chromium())
        known: dict[str, Any] = {}
        code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
        for number, cell in enumerate(code, 1):
            value = evaluated("".join(cell["source"]), known)
            cell["execution_count"] = number
            cell["outputs"] = [] if value is None else [_output(value, number, browser)]
        database.close()
        browser.close()
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    (DOCS / "tutorial" / "notebook.html").write_text(page(notebook))


def evaluated(source: str, known: dict[str, Any]) -> Any:
    """The value of the last line of a cell, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), known)  # noqa: S102  (our own notebook)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), known)  # noqa: S307


def page(notebook: dict[str, Any]) -> str:
    """The notebook as HTML, without scripts."""
    markdown = MarkdownIt()
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(markdown.render(source))
            continue
        parts.append(f"<pre><code>{html.escape(source)}</code></pre>")
        parts += [
            f'<div class="output">{_output_html(output["data"])}</div>'
            for output in cell["outputs"]
        ]
    title = f"<title>Reasonboard in a notebook</title><style>{_STYLE}</style>"
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">{title}'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>\n{_BACK}{"".join(parts)}</body></html>\n'


def _output_html(data: dict[str, str]) -> str:
    if "image/png" in data:
        return f'<img alt="{html.escape(data["text/plain"])}" src="data:image/png;base64,{data["image/png"]}">'
    return data.get("text/html") or f"<pre>{html.escape(data['text/plain'])}</pre>"


def _output(value: Any, number: int, browser: Browser) -> dict[str, Any]:
    if isinstance(value, go.Figure):
        plain = value.layout.title.text or "A figure"
        data = {"image/png": _picture(value, browser), "text/plain": plain}
    else:
        data = {"text/plain": repr(value)}
        rich = getattr(value, "_repr_html_", None)
        if rich:
            data["text/html"] = re.sub(r"<style.*?</style>", "", rich(), flags=re.DOTALL)
    return {
        "output_type": "execute_result",
        "execution_count": number,
        "metadata": {},
        "data": data,
    }


def _picture(figure: go.Figure, browser: Browser) -> str:
    height = figure.layout.height or _HEIGHT
    tab = browser.new_page(viewport={"width": _WIDTH, "height": int(height)})
    tab.set_content(figure.to_html(default_width=_WIDTH, default_height=height))
    tab.wait_for_selector(".main-svg")
    picture = tab.screenshot()
    tab.close()
    return base64.b64encode(picture).decode()


@contextlib.contextmanager
def _in_a_store() -> Iterator[None]:
    """A folder of its own with the bundled results, as the place where the notebook runs."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        publish(config.read({}).data, Path(folder) / "store")
        os.environ["REASONBOARD_STORE"] = str(Path(folder) / "store")
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


if __name__ == "__main__":
    main()
