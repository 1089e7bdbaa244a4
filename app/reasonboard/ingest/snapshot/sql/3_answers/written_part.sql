-- Which answers the new part has.
INSERT INTO sample_part
SELECT run, benchmark, metric, sha256, text_file, $name, count(*)
FROM sample
GROUP BY ALL
ORDER BY ALL
