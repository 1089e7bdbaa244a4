-- The values of filter 1, the one with the most marks first.
FROM filter_values($study, $metric, 1)
