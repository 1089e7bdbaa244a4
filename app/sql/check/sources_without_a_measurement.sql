SELECT id FROM source WHERE id NOT IN (SELECT source FROM run)
