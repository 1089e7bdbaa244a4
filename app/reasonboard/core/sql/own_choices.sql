-- Whether own runs are highlighted: a choice where the source is the reader's own, that is loaded and not bundled.
SELECT unnest(['on', 'off']) AS value, unnest(['On', 'Off']) AS label
FROM source
WHERE id = $source AND rank > 1000
