"""The command `reasonboard`."""

import os

# The threads of a server share its processors already: those of BLAS would wait for each other, and take twice as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
