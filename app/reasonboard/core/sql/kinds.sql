-- How many numbers there are of each kind.
SELECT kind::TEXT AS kind, count(*) AS numbers
FROM measurement
GROUP BY kind
ORDER BY numbers DESC
