-- The values of filter 2, the one with the most marks first.
FROM filter_values($study, $metric, 2)
