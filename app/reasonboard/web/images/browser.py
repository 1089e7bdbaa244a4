"""A Chromium in a thread of its own: it draws one image after the other, prints a document beside them, and is started
anew where it died."""

import asyncio
import base64
import concurrent.futures
import re
import threading
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Playwright

_BLANK = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'; font-src data:; img-src data: blob:\">"
    "<style>@page { margin: 0 } body { margin: 0 } svg { display: block }</style></head>"
    "<body>BODY</body></html>"
)
"""A page that can run nothing and ask for nothing: only what is evaluated from outside runs in it."""
_FONT = """async (font) => {
    window.reasonboard.font = `data:font/woff2;base64,${font}`;
    const face = new FontFace("Inter", `url(${window.reasonboard.font})`, { weight: "100 900" });
    document.fonts.add(await face.load());
}"""
"""The font of the pages, for what is measured and for what is drawn."""
_MAKE = """async ([figure, search, as]) => {
    try {
        const made = await window.reasonboard.image.make(JSON.parse(figure), search, as);
        let bytes = "";
        for (let at = 0; at < made.bytes.length; at += 32768) {
            bytes += String.fromCharCode(...made.bytes.subarray(at, at + 32768));
        }
        return { ...made, bytes: btoa(bytes) };
    } catch (error) {
        return { problem: String(error) };
    } finally {
        document.body.replaceChildren();
    }
}"""
_ARGUMENTS = ("--js-flags=--max-old-space-size=768", "--host-resolver-rules=MAP * ~NOTFOUND")
_IMAGES_PER_PAGE = 100
"""Images per page of the browser: a new one frees the memory that they took."""
_CLOSING_SECONDS = 5.0
_T = TypeVar("_T")


class BusyError(Exception):
    """Why there is no image now, though there may be one later: one line."""


class LateError(BusyError):
    """It was not ready in time."""


class Image(NamedTuple):
    content: bytes
    mimetype: str
    name: str
    """Of its file: lower-case letters, digits, points and hyphens."""


class Drawer:
    """Draws figures as the script of the page draws them, and prints documents. Nothing is started before the first.

    At most `waiting` requests wait, those for an image for `patience` seconds; any other raises BusyError.
    """

    def __init__(
        self, chromium: str, scripts: Sequence[Path], *, waiting: int = 8, patience: float = 25.0
    ) -> None:
        self._chromium = chromium
        self._scripts = scripts
        self._patience = patience
        self._room = threading.BoundedSemaphore(waiting)
        self._open = threading.Lock()
        """Held for ever by the first who closes."""
        self._loop = asyncio.new_event_loop()
        self._turn = asyncio.Lock()
        self._press = threading.Lock()
        """Held while a document is printed."""
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None
        self._images = 0
        threading.Thread(target=self._run, name="images", daemon=True).start()

    def draw(self, figure: bytes, search: str, settings: dict[str, Any]) -> Image:
        """The image of a figure (JSON); `settings` as assets/image.js has them, or a `format` of pdf."""
        work = self._turned(lambda page: self._image(page, figure, search, settings))
        return self._done(work, self._patience)

    def printed(self, document: bytes, seconds: float) -> bytes:
        """A document that needs no other file, as a PDF in A4; raises LateError after so many seconds.

        One is printed at a time, any other raises BusyError. Images do not wait for it.
        """
        if not self._press.acquire(blocking=False):
            raise BusyError("Another PDF is in progress. Try again in a few seconds.")
        try:
            return self._done(self._printed(document), seconds)
        finally:
            self._press.release()

    def _done(self, work: Coroutine[Any, Any, _T], patience: float) -> _T:
        """What comes of the work, which is done in the thread of the browser."""
        if not self._room.acquire(blocking=False):
            work.close()
            raise BusyError("Too many images are in progress. Try again in a few seconds.")
        try:
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
            try:
                return future.result(patience)
            except concurrent.futures.TimeoutError:
                future.cancel()
                raise LateError(
                    f"The image was not ready within {patience:g} seconds. Try again."
                ) from None
            except concurrent.futures.CancelledError:
                raise BusyError("The server is shutting down.") from None
        finally:
            self._room.release()

    def close(self) -> None:
        """Stop the browser; there are no images any more."""
        if not self._open.acquire(blocking=False):
            return  # somebody closes it already, and the loop may be gone at any moment
        with suppress(concurrent.futures.TimeoutError):
            asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(2 * _CLOSING_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    async def _turned(self, work: Callable[["Page"], Awaitable[_T]]) -> _T:
        """What comes of the work with a page that has the scripts, in its turn."""
        from playwright.async_api import Error  # noqa: PLC0415  (an extra)

        async with self._turn:
            for attempt in ("first", "second"):
                try:
                    return await work(await self._ready())
                except Error:
                    # It was closed or has crashed, by whatever: a new one does it.
                    await self._stop()
                    if attempt == "second":
                        raise BusyError(
                            "The browser that makes images failed. Try again."
                        ) from None
                except asyncio.CancelledError:
                    await self._stop()  # it may hang
                    raise
        raise AssertionError

    async def _image(
        self, page: "Page", figure: bytes, search: str, settings: dict[str, Any]
    ) -> Image:
        form = "svg" if settings["format"] == "pdf" else settings["format"]
        options = settings | {"format": form}
        made = await page.evaluate(_MAKE, [figure.decode(), search, options])
        if "problem" in made:
            raise BusyError("The browser could not create the image; it may be too large.")
        content = base64.b64decode(made["bytes"])
        if settings["format"] != "pdf":
            return Image(content, made["type"], made["name"])
        across, down = made["inches"]
        sheet = await page.context.new_page()
        try:
            await sheet.set_content(_BLANK.replace("BODY", content.decode()))
            printed = await sheet.pdf(
                width=f"{across}in", height=f"{down}in", print_background=True, page_ranges="1"
            )
        finally:
            await sheet.close()
        name = made["name"].removesuffix(".svg") + ".pdf"
        return Image(with_texts(printed, made["texts"]), "application/pdf", name)

    async def _printed(self, document: bytes) -> bytes:
        """In a context, and so a process, of its own."""
        from playwright.async_api import Error  # noqa: PLC0415  (an extra)

        try:
            context = await self._turned(_context)
            try:
                return await _paper(context, document.decode())
            finally:
                await asyncio.wait_for(context.close(), _CLOSING_SECONDS)
        except (Error, TimeoutError):
            await self._stop()  # it was closed, has crashed or hangs
            raise BusyError("The browser that makes images failed. Try again.") from None

    async def _ready(self) -> "Page":
        """A page with the scripts; the browser is started where it does not run."""
        from playwright.async_api import async_playwright  # noqa: PLC0415  (an extra)

        if self._browser is not None and not self._browser.is_connected():
            await self._stop()
        if self._browser is None:
            self._playwright = await async_playwright().start()
            self._browser = await self._playwright.chromium.launch(
                executable_path=self._chromium,
                args=list(_ARGUMENTS),
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        if self._page is None or self._page.is_closed() or self._images >= _IMAGES_PER_PAGE:
            if self._page is not None:
                await self._page.context.close()
            self._page = await self._fresh(await self._browser.new_context(offline=True))
            self._images = 0
        self._images += 1
        return self._page

    async def _fresh(self, context: "BrowserContext") -> "Page":
        await context.route("**", lambda route: route.abort())
        page = await context.new_page()
        await page.set_content(_BLANK.replace("BODY", ""))
        session = await context.new_cdp_session(page)
        for script in self._scripts:
            await session.send("Runtime.evaluate", {"expression": script.read_text("utf-8")})
        await session.detach()
        font = self._scripts[-1].with_name("inter.woff2")
        await page.evaluate(_FONT, base64.b64encode(font.read_bytes()).decode())
        return page

    async def _stop(self) -> None:
        browser, playwright = self._browser, self._playwright
        self._browser = self._playwright = self._page = None
        for close in (browser and browser.close, playwright and playwright.stop):
            if close:
                with suppress(Exception):
                    await asyncio.wait_for(close(), _CLOSING_SECONDS)


async def _context(page: "Page") -> "BrowserContext":
    """Another one of the browser of this page, which can ask for nothing either."""
    browser = page.context.browser
    assert browser is not None  # noqa: S101  (it made the page)
    context = await browser.new_context(offline=True)
    context.set_default_timeout(0)  # who waits for it knows how long it may take
    await context.route("**", lambda route: route.abort())
    return context


async def _paper(context: "BrowserContext", document: str) -> bytes:
    page = await context.new_page()
    await page.emulate_media(media="print")  # its charts are drawn for paper alone
    await page.set_content(document, wait_until="load")
    return await page.pdf(format="A4", print_background=True)


_TRAILER = re.compile(rb"trailer\s*<<(.*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$", re.DOTALL)
VIEW = "reasonboard:view"


def with_texts(pdf: bytes, texts: Mapping[str, str]) -> bytes:
    """The PDF of Chromium with the texts of an image (as those of a PNG) in its information."""
    trailer = _TRAILER.search(pdf, max(0, len(pdf) - 4096))
    size = re.search(rb"/Size (\d+)", trailer[1]) if trailer else None
    root = re.search(rb"/Root \d+ \d+ R", trailer[1]) if trailer else None
    if trailer is None or size is None or root is None:
        raise ValueError("the PDF has no trailer (expected one as Chromium writes it)")
    entries = {
        "Title": texts["Title"],
        "Subject": f"{texts['Description']}\n{texts['Source']}",
        "Keywords": f"{VIEW} {texts[VIEW]}",
        "Creator": texts["Software"],
    }
    number = int(size[1])
    lines = b"".join(b"/%s %s\n" % (key.encode(), _text(value)) for key, value in entries.items())
    information = b"\n%d 0 obj\n<<\n%s>>\nendobj\n" % (number, lines)
    at = len(pdf) + len(information)
    place = len(pdf) + 1
    return b"".join(
        [
            pdf,
            information,
            b"xref\n%d 1\n%010d 00000 n \n" % (number, place),
            b"trailer\n<</Size %d %s /Info %d 0 R /Prev %s>>\n"
            % (number + 1, root[0], number, trailer[2]),
            b"startxref\n%d\n%%%%EOF\n" % at,
        ]
    )


def _text(value: str) -> bytes:
    """A text string in hexadecimal digits: nothing in it can end it."""
    return b"<FEFF" + value.encode("utf-16-be", "replace").hex().upper().encode() + b">"
