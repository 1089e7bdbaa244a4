"""The command `reasonboard`."""

import os

# The threads of a server already share its processors. Threads of BLAS would wait for each other, twice as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
