-- Loads are numbered by their age.
UPDATE source SET rank = placed.rank
FROM (SELECT id, 1000 + row_number() OVER (ORDER BY loaded_at, id) AS rank FROM source WHERE rank > 1000) AS placed
WHERE source.id = placed.id AND source.rank <> placed.rank;
