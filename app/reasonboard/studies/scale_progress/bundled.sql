-- The bundled family that own models of a metric are shown beside: that of the best source with measured numbers, which the
-- page opens with (sql/family_choices.sql).
CREATE TABLE scale_beside AS
SELECT metric, scale_curve.source, family
FROM scale_curve
JOIN source ON source.id = scale_curve.source
WHERE rank <= 1000 AND source.kind <> 'illustrative' AND family IS NOT NULL
GROUP BY metric, scale_curve.source, family, rank
QUALIFY row_number() OVER (
    PARTITION BY metric ORDER BY rank, family ILIKE '%intervention%', count(DISTINCT params_b) DESC, family
) = 1;
