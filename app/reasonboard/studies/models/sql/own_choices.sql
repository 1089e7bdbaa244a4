-- Whether own runs are highlighted: a choice where some of the reader's own are shown.
SELECT unnest(['on', 'off']) AS value, unnest(['On', 'Off']) AS label
WHERE EXISTS (FROM model_source WHERE own AND is_shown($source, source, opens))
