"""Scripts and styles on their way to the browser: compressed once as far as can be, and kept there."""

import gzip
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import brotli
from flask import Flask, Response, request

PLOTLY = "_dash-component-suites/plotly/package_data/plotly.min.js"
"""Where Dash's charts ask for plotly.js."""
KATEX = "assets/katex.min.js"
"""Where the page of one problem asks for KaTeX."""
_CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda content: brotli.compress(content, quality=11),
    "gzip": lambda content: gzip.compress(content, 9, mtime=0),
}
"""What a browser may accept, the shortest first."""
_APART = {
    "native.js",
    "standalone.js",
    "standalone.css",
    "mark-list.js",
    "sound.js",
    "drop-elsewhere.js",
}
"""What only some pages ask for, or before all others."""
_FINGERPRINTED = re.compile(r"\.v\w+m\d+\.")
_YEAR = "public, max-age=31536000, immutable"


def bundle(assets: Path, kind: str) -> bytes:
    """All scripts or styles ("js", "css") of pages as one file, in the order of their names."""
    files = sorted(path for path in assets.glob(f"*.{kind}") if path.name not in _APART)
    return b"\n".join(path.read_bytes() for path in files)


def bundle_address(bundle: bytes, kind: str) -> str:
    """Where pages ask for a bundle, with its fingerprint."""
    return f"assets/bundle.{kind}?m={sha256(bundle).hexdigest()[:12]}"


def serve_static_files(
    server: Flask, prefix: str, shared: Path, bundles: Mapping[str, bytes]
) -> None:
    """Answer what never changes with the compressed form that `shelve` made of it in `shared`.

    Where there is none, the answer stays as it is. What has a fingerprint in its address is kept by
    the browser and not asked for again. If a smaller plotly.js is in `shared`, charts get that.
    """
    own = (f"{prefix}assets/", f"{prefix}_dash-component-suites/")
    libraries = {prefix + PLOTLY: smaller_plotly(shared), prefix + KATEX: _katex(shared)}
    made = {f"{prefix}assets/bundle.{kind}": content for kind, content in bundles.items()}

    @server.before_request
    def library() -> Response | None:
        path = libraries.get(request.path)
        content = path.read_bytes() if path else made.get(request.path)
        if content is None:
            return None
        kind = "css" if request.path.endswith(".css") else "javascript"
        response = Response(content, mimetype=f"text/{kind}")
        response.add_etag()
        response.make_conditional(request)
        return response

    @server.after_request
    def compressed(response: Response) -> Response:
        if request.path.startswith(own) and response.status_code == 200:  # noqa: PLR2004
            if _FINGERPRINTED.search(request.path) or request.args.get("m"):
                response.headers["Cache-Control"] = _YEAR
            _encode(response, shared)
        return response


def plotly_address(shared: Path) -> str:
    """Where charts ask for plotly.js, with a fingerprint of the build that they get."""
    build = "cartesian" if smaller_plotly(shared) else "whole"
    return f"{PLOTLY}?m={version('plotly')}-{build}"


def smaller_plotly(shared: Path) -> Path | None:
    """The build of plotly.js for charts on plane axes, where it was installed (scripts/install-libraries)."""
    return next(shared.glob("plotly-cartesian.min.js"), None)


def katex_address(prefix: str, shared: Path) -> str:
    """Where the browser gets KaTeX; '' where the set-up could not install it: formulas stay text then."""
    path = _katex(shared)
    return f"{prefix}{KATEX}?m={path.stat().st_size}" if path else ""


def _katex(shared: Path) -> Path | None:
    return next(shared.glob("katex.min.js"), None)


def precompress(content: bytes, shared: Path) -> None:
    """Write the compressed forms of what is delivered, named by what it is."""
    for coding, compress in _CODINGS.items():
        path = _precompressed_path(content, shared, coding)
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            building = path.with_suffix(".building")
            building.write_bytes(compress(content))
            building.replace(path)


def _encode(response: Response, shared: Path) -> None:
    accepted = request.accept_encodings
    for coding in _CODINGS:
        if accepted[coding] <= 0:
            continue
        response.direct_passthrough = False
        path = _precompressed_path(response.get_data(), shared, coding)
        if path.is_file():
            response.set_data(path.read_bytes())
            response.headers["Content-Encoding"] = coding
            response.headers.add("Vary", "Accept-Encoding")
            return


def _precompressed_path(content: bytes, shared: Path, coding: str) -> Path:
    return shared / "compressed" / f"{sha256(content).hexdigest()}.{coding}"
