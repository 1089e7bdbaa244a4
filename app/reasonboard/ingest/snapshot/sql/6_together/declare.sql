-- A study of a user, in the place of one of its path.
INSERT OR REPLACE INTO declared_study BY NAME
SELECT
    $path AS path, $text AS text, $rows_of AS rows_of, $metrics::TEXT[] AS metrics,
    map($columns::TEXT[], $values::TEXT[][]) AS wanted,
    $x AS x, $color AS color, $panel AS panel, $cost AS cost, $filters::TEXT[] AS filters, $averaged::TEXT[] AS averaged,
    $in_folder AS in_folder, $x_order::TEXT[] AS x_order
