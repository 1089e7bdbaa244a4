"""What a server that is told to stop still does."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

from tests.serving import COMMAND, free_port

SHEET = "api/sheet.html?item=kv-cache/grid&item=iterations/grid&item=scale-progress/curves"


def test_requests_in_flight_are_answered_before_the_server_ends_with_0(bundled_store: Path) -> None:
    port = free_port()
    settings = {
        "PORT": str(port),
        "REASONBOARD_STORE": str(bundled_store),
    }
    with subprocess.Popen(
        [COMMAND, "serve"], env=os.environ | settings, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout
        assert server.stdout.readline().startswith(b"Reasonboard is at ")

        with ExitStack() as stack:
            address = f"http://127.0.0.1:{port}/{SHEET}"
            begun = [stack.enter_context(urlopen(address, timeout=60)) for _ in range(2)]
            server.terminate()
            for answer in begun:
                assert answer.read().rstrip().endswith(b"</html>")
        assert server.wait(timeout=60) == 0


def test_a_process_that_exits_at_once_does_what_is_registered_for_its_exit() -> None:
    script = (
        "import atexit, sys; from reasonboard.cli.serve import quick_exit\n"
        "atexit.register(print, 'closed')\n"
        "with quick_exit(): sys.exit(3)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "closed\n", "")
