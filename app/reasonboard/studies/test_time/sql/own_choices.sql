-- Whether own runs are highlighted: a choice where some are shown.
SELECT unnest(['on', 'off']) AS value, unnest(['On', 'Off']) AS label
FROM (SELECT bool_or(own) AS own FROM token_scores($source, $metric))
WHERE own
