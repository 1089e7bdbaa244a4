SELECT source, of_study AS study, false AS by_step, count(*) AS scores
FROM role_cell
GROUP BY source, of_study
