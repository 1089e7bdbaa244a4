-- Each benchmark of the reader's runs with its configuration: what was evaluated besides does not belong to it. `of_run` is that
-- of the whole run. `across.sql` fills it, for the runs that can be in a series.
CREATE TABLE timed_benchmark (
    run INTEGER, source TEXT, model TEXT, of_run TEXT, benchmark TEXT, configuration TEXT, seed TEXT, is_step BOOLEAN,
    made_at TIMESTAMP, loaded_at TIMESTAMP
);
