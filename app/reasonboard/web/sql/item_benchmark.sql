-- Whether the texts of a benchmark may be shown.
SELECT name, domain FROM benchmark WHERE name = $benchmark
