"""Intervals, tests and derived quantities: numbers in, numbers out.

scipy.stats is loaded with it (0.4 s and 46 MB once, before a server forks its workers).
"""
