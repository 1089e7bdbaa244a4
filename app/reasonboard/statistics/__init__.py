"""Intervals, tests and derived quantities: numbers in, numbers out.

scipy is imported as a whole, since it loads a part of it when that is first used, and a server should
answer before. Of it only `scipy.special` is used: `scipy.stats` takes longer to load than a page to
draw, and half as much memory as all the rest of a worker. The tests hold what is here against it.
"""
