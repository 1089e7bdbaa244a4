"""Tables as people write them: each becomes a grid of cells, and a reading says what its columns are."""
