"""What browsers ask for next, made before they do: what is left of an answer, then what may be chosen after it."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from threading import Condition
from typing import ClassVar

from flask import Response, after_this_request

Steps = Iterator[None]
_DONE = object()
_QUIET = 0.3
"""Seconds without a request after which nobody is taken to wait for an answer."""


class _Line:
    """A thread that does the newest steps that it was given, each when it has been quiet for so many seconds.

    Only the newest steps are gone on with: whoever asks for what others would have made makes it. What goes
    wrong goes wrong again for whoever asks, and is told there.
    """

    def __init__(self, name: str, quiet: float) -> None:
        self._quiet = quiet
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._newest: Steps | None = None
        self._changed = Condition()
        self._stopped = False

    def take(self, steps: Steps, context: Context) -> None:
        """Do the steps in this context, unless the line was stopped."""
        with self._changed:
            if not self._stopped:
                self._newest = steps
                self._changed.notify()
                self._pool.submit(context.run, self._go_on, steps)

    def stop(self) -> None:
        """Return when the step that is being done is done."""
        with self._changed:
            self._stopped, self._newest = True, None
            self._changed.notify()
        self._pool.shutdown(cancel_futures=True)

    def _go_on(self, steps: Steps) -> None:
        while self._may_begin(steps) and next(steps, _DONE) is not _DONE:
            pass

    def _may_begin(self, steps: Steps) -> bool:
        """Wait until a step may begin; False where newer ones came."""
        with self._changed:
            while steps is self._newest:
                left = _State.asked + self._quiet - time.monotonic()
                if left <= 0:
                    return True
                self._changed.wait(left)
        return False


class _State:
    asked: ClassVar[float] = 0.0
    at_once: ClassVar[_Line | None] = None
    when_quiet: ClassVar[_Line | None] = None


def start(*, likely: bool = True) -> None:
    """Let work be done ahead in this process from now on, also what is only `likely` to be asked for.

    Needed after a fork, which takes no thread along.
    """
    _State.at_once = _Line("ahead", quiet=0.0)
    _State.when_quiet = _Line("likely", quiet=_QUIET) if likely else None


def stop() -> None:
    """Return when the steps that are being done are done: no thread may be within the database at the end."""
    lines = (_State.at_once, _State.when_quiet)
    _State.at_once = _State.when_quiet = None
    for line in lines:
        if line:
            line.stop()


def asked() -> None:
    """Say that a request came: it is not quiet."""
    _State.asked = time.monotonic()


def begin(steps: Steps) -> None:
    """Do the steps, on the snapshot of this request, once its answer is sent; nothing where nothing is done ahead."""
    _take_when_sent(_State.at_once, steps)


def begin_when_quiet(steps: Steps) -> None:
    """The same for what perhaps nobody will ask for: each step waits until no request came for a while."""
    _take_when_sent(_State.when_quiet, steps)


def _take_when_sent(line: _Line | None, steps: Steps) -> None:
    if line is None:
        return
    context = copy_context()

    def when_sent(response: Response) -> Response:
        response.call_on_close(lambda: line.take(steps, context))
        return response

    after_this_request(when_sent)
