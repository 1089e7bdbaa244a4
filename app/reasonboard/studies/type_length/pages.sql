-- A panel's name says its test set and training examples only where they are not the usual ones.
CREATE MACRO panel_name(model, method, benchmark, split, train_samples, usual_split, usual_samples) AS
concat_ws(
    ' · ', model, method, benchmark,
    replace(replace(nullif(split, usual_split), 'ood_', 'unseen '), '_', ' '),
    CASE WHEN train_samples::TEXT <> usual_samples THEN train_samples || ' examples' END
);
