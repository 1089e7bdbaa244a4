-- The studies that take none of the runs, where all of these are loaded.
SELECT study
FROM study_need
WHERE NOT EXISTS (FROM source WHERE rank <= 1000)
GROUP BY study
HAVING bool_and(missing <> '')
