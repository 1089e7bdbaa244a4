"""Intervals, tests and derived quantities: numbers in, numbers out.

scipy is imported as a whole, since it loads a part of it when that is first used: `scipy.stats` takes
longer than drawing a page, and a server should answer before.
"""
