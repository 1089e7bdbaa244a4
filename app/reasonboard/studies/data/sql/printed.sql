-- The printed accuracies whose number of answers is known (see tables.sql), by the filters that keep them.
SELECT * REPLACE (kind::TEXT AS kind), study AS "of"
FROM printed
ORDER BY study, source, benchmark, locator
