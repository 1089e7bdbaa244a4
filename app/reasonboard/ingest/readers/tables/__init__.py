"""Tables as people write them, from a file to the runs that are staged. `reader` takes these steps:

1. `formats/grids/` makes grids of any format: header texts, rows of cells, and what is written around them.
2. `no_results` takes averages and differences out, `oriented` turns tables whose models are columns. Of each column
   `header_words` has what its header says (`Said`), `contents` what its cells are like.
3. `propose` gives each column a `Role` (`reading`): as a person said (`answers`), by our own names (`by_names`), then
   by `what`, `axes`, `values` (with `neighbors`), `who`, `units` (with `shares`) and `apart`. All of them
   write to one `Draft`. What none of them can decide becomes a `Question`.
4. `file_reading` does so for all tables of a file: which are of results, and which question is asked first.
5. `found` and `found_answers` make runs, numbers and answers of the rows; of large plain tables the database does
   (`at_once`, `csv_copy`). Rows that others follow are read by names alone (`logged`).
6. `sentences`, `shown` and `toml_form` tell the reading: in a line, on a page, as the TOML next to the table.

All words by which headers and cells are understood are in `vocabulary.toml`.
"""
