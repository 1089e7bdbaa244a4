-- The values of filter 3, the one with the most marks first.
FROM filter_values($study, $metric, 3)
