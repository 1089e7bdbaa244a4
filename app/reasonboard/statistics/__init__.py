"""Intervals, tests and derived quantities: numbers in, numbers out."""
