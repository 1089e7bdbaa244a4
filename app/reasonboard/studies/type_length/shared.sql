-- A cell is disputed where another source gives another value for its place.
SELECT DISTINCT source, (study, benchmark, model, method, split, train_samples)::TEXT AS place FROM type_panel
