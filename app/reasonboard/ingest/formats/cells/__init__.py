"""The cells of tables: what people write into them, as numbers, intervals, missing ones and texts."""
