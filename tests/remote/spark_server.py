"""A server of Spark Connect on this machine: its own program, with Java."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark

from reasonboard.store.places import spark

_CLASS = "org.apache.spark.sql.connect.service.SparkConnectServer"
_SECONDS = 300


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """A server on a port of this machine, with two executors that are processes."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    home = Path(pyspark.__file__).parent
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": port,
        "spark.ui.enabled": "false",
        "spark.local.dir": folder,
        "spark.sql.warehouse.dir": folder,
        "spark.sql.shuffle.partitions": 2,
    }
    command = [
        str(home / "bin" / "spark-submit"),
        "--class",
        _CLASS,
        "--master",
        "local-cluster[2,1,1024]",
    ]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    local = {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"}
    environment = os.environ | local | {"SPARK_HOME": str(home)}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, "--driver-memory", "1g", "spark-internal"],
            env=environment,
            cwd=folder,
            stdout=log,
            stderr=log,
        )
    try:
        _wait(server, port, folder / "log")
        yield port
        session = vars(spark)["SparkSession"].getActiveSession()
        if session:
            session.stop()
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(
            home / "work", ignore_errors=True
        )  # of executors: no setting puts it elsewhere


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Return when it listens."""
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"Spark did not start: {log.read_text()[-2000:]}")
