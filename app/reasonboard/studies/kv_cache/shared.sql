-- A cell says what others give for its place, and the axes of a heatmap have every place of any source.
SELECT DISTINCT source, (study, metric, model, benchmark)::TEXT AS place FROM kv_place
