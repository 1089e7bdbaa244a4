"""What a browser asks for next, made while it draws what it was just answered."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import ClassVar

from flask import Response, after_this_request

Steps = Iterator[None]
_DONE = object()


class _State:
    pool: ClassVar[ThreadPoolExecutor | None] = None
    newest: ClassVar[Steps | None] = None


def start() -> None:
    """Let work be done ahead in this process from now on. Needed after a fork, which takes no thread along."""
    _State.pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ahead")


def stop() -> None:
    """Return when the step that is being done is done: no thread may be within the database at the end."""
    pool, _State.pool, _State.newest = _State.pool, None, None
    if pool is not None:
        pool.shutdown(cancel_futures=True)


def begin(steps: Steps) -> None:
    """Do the steps, on the snapshot of this request, once its answer is sent; nothing where nothing is done ahead.

    Only the newest steps are gone on with: whoever asks for what others would have made makes it. What goes
    wrong goes wrong again for whoever asks, and is told there.
    """
    if _State.pool is None:
        return
    context = copy_context()

    def submit() -> None:
        pool = _State.pool
        if pool is not None:
            _State.newest = steps
            pool.submit(context.run, _take, steps)

    def when_sent(response: Response) -> Response:
        response.call_on_close(submit)
        return response

    after_this_request(when_sent)


def _take(steps: Steps) -> None:
    while steps is _State.newest and next(steps, _DONE) is not _DONE:
        pass
