-- How the answers to the items of runs divide, equal divisions one after the other: each is computed once.
FROM vote_pattern ORDER BY groups, silent, silent_right, least, run, benchmark, metric
