"""What a server that is told to stop still does."""

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

from tests.serving import COMMAND, free_port

SHEET = "api/sheet.html?item=kv-cache/grid&item=iterations/grid&item=scale-progress/curves"


def test_requests_in_flight_are_answered_before_the_server_ends_with_0(bundled_store: Path) -> None:
    port = free_port()
    settings = {
        "PORT": str(port),
        "REASONBOARD_STORE": str(bundled_store),
        "REASONBOARD_AHEAD": "0",
    }
    with subprocess.Popen(
        [COMMAND, "serve"], env=os.environ | settings, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout
        assert server.stdout.readline().startswith(b"Reasonboard is at ")

        def sheet() -> bytes:
            with urlopen(f"http://127.0.0.1:{port}/{SHEET}", timeout=30) as answer:
                body: bytes = answer.read()
                return body

        with ThreadPoolExecutor() as pool:
            asked = [pool.submit(sheet) for _ in range(3)]
            time.sleep(0.3)
            server.terminate()
            for one in asked:
                assert one.result().rstrip().endswith(b"</html>")
        assert server.wait(timeout=20) == 0
