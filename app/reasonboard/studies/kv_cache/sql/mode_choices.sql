-- What the grid can show: the loss to the full cache only where a shown heatmap has a run with it.
SELECT value, label
FROM (
    VALUES
    (1, 'value', 'Score'), (2, 'best', 'Loss to best'), (3, 'full', 'Loss to full cache'), (4, 'cell', 'From selected'),
    (5, 'shrunk', 'Noise-adjusted')
) AS mode (number, value, label)
WHERE value <> 'full' OR EXISTS (
    FROM kv_heatmap
    WHERE study = $study AND source = $source AND metric = $metric AND baseline IS NOT NULL
      AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
)
ORDER BY number
