-- What the grid can show: above chance only where the chance level of a shown benchmark is known.
SELECT value, label
FROM (
    VALUES
    (1, 'accuracy', 'Accuracy'), (2, 'gain', 'Gain since start'), (3, 'size', 'Gain over next smaller'),
    (4, 'chance', 'Above chance')
) AS mode (number, value, label)
WHERE value <> 'chance' OR EXISTS (
    FROM scale_curve
    WHERE study = $study AND source = $source AND metric = $metric AND family = $family
      AND chance IS NOT NULL
      AND is_chosen($benchmark, benchmark)
)
ORDER BY number
