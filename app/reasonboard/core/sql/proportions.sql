-- The metrics whose number of items gives their interval.
SELECT name FROM metric WHERE proportion
