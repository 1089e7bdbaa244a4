SELECT file, id, 0 FROM source WHERE id NOT IN (SELECT source FROM run)
