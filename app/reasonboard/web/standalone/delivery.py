"""How the scripts and styles of a document come along: by their addresses, or in the document itself."""

import re
from base64 import b64encode
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from reasonboard import config

SCRIPTS = ("colors.js", "theme.js", "slices.js", "standalone.js")
"""Those of `assets/` that draw, in the order that they run in, after Plotly's."""
STYLES = ("colors.css", "standalone.css")
FONT = "inter.woff2"
"""The font, which the style names by its file."""
ICON = "favicon.svg"
_UNSAFE = re.compile(r"</(script|style)|<!--|<script", re.IGNORECASE)
"""What would end an element, or begin one in it, where a browser reads a document."""


class Delivery(NamedTuple):
    policy: str
    """The Content-Security-Policy that stands in the document; "" where the server says it."""
    styles: Markup
    scripts: Markup


def linked(assets: str, plotly: str, policy: str = "") -> Delivery:
    """Styles and scripts by their addresses: that of the assets, ending in a slash, and of Plotly's."""
    icon = Markup('<link rel="icon" type="image/svg+xml" href="{}">').format(assets + ICON)
    link = Markup('<link rel="stylesheet" href="{}">')
    scripts = [plotly, *(assets + name for name in SCRIPTS)]
    return Delivery(
        policy,
        Markup("\n").join([icon, *(link.format(assets + name) for name in STYLES)]),
        Markup("\n").join(
            Markup('<script src="{}"></script>').format(script) for script in scripts
        ),
    )


def contained() -> Delivery:
    """Styles and scripts written into the document, which may run these and ask for nothing."""
    assets = config.read().assets
    texts = [_text(script) for script in (plotly(), *(assets / name for name in SCRIPTS))]
    font = f"data:font/woff2;base64,{b64encode((assets / FONT).read_bytes()).decode()}"
    styles = [_text(assets / name).replace(f"url({FONT})", f"url({font})") for name in STYLES]
    hashes = " ".join(f"'sha256-{_digest(text)}'" for text in texts)
    return Delivery(
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'",
        Markup("\n").join(Markup(f"<style>{text}</style>") for text in styles),  # noqa: S704  (our own files)
        Markup("\n").join(Markup(f"<script>{text}</script>") for text in texts),  # noqa: S704
    )


def plotly() -> Path:
    """Plotly's script, as its Python package brings it; without importing that, which takes seconds."""
    package = find_spec("plotly")
    if package is None or package.origin is None:
        raise FileNotFoundError("plotly (expected the Python package)")
    return Path(package.origin).parent / "package_data" / "plotly.min.js"


def _text(file: Path) -> str:
    """The file as a browser reads it within a document; raises ValueError where it cannot stand there."""
    text = file.read_text("utf-8")  # which makes every line end in one sign, as a browser does
    if _UNSAFE.search(text) or "\0" in text:
        raise ValueError(f"{file.name} cannot be written into a document: it has a tag in it")
    return text


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
