-- What the pages of declared studies read, made once per snapshot: the marks of each, whatever columns play its roles.

-- By what names stand in order: numbers and models of a known size by that, others by the numbers within their words.
CREATE MACRO name_order(text) AS struct_pack(
    size := coalesce(try_cast(text AS DOUBLE), (SELECT min(model.params_b) FROM model WHERE model.name = text)),
    parts := list_transform(
        regexp_extract_all(lower(text), '[0-9]+(?:[.][0-9]+)?|[^0-9]+'),
        lambda part: CASE WHEN regexp_matches(part, '^[0-9]') THEN printf('%040.12f', part::DOUBLE) ELSE part END
    ),
    text := text
);

-- The value of a run in a column that has a role, as a text; a column that is no other is a setting.
CREATE MACRO run_value(name, one) AS
CASE name
    WHEN '' THEN ''
    WHEN 'source' THEN one.source
    WHEN 'model' THEN one.of_model
    -- A family has the same words of settings behind its name as a model.
    WHEN 'family' THEN left(one.family, length(one.family) - length(one.model) + length(one.of_model))
    WHEN 'params_b' THEN short_number(one.params_b::TEXT)
    ELSE CASE WHEN starts_with(name, 'settings.') THEN short_number(one.settings[name[len('settings.') + 1:]])
        ELSE condition_of(one, name) END
END;

-- A field of problems, and its value among those of a problem.
CREATE MACRO is_of_item(name) AS starts_with(name, 'item.');
CREATE MACRO item_value(name, fields) AS short_number(fields[name[len('item.') + 1:]]);

CREATE MACRO items_in(names) AS list_distinct(list_filter(names, lambda name: is_of_item(name)));

-- That of a cell: some columns are its own, in others it has the value of its run.
CREATE MACRO cell_value_in(name, one, value_of_run) AS
CASE name
    WHEN 'benchmark' THEN one.benchmark
    WHEN 'task_type' THEN one.task_type
    WHEN 'task_length' THEN one.task_length::TEXT
    WHEN 'split' THEN one.split
    WHEN 'metric' THEN coalesce(one.scored_by, one.metric)
    WHEN 'k' THEN one.k::TEXT
    ELSE CASE WHEN is_of_item(name) THEN one.item[name] ELSE value_of_run END
END;
CREATE MACRO is_of_cell(name) AS name IN ('benchmark', 'task_type', 'task_length', 'split', 'metric', 'k');
CREATE MACRO role_value(name, one) AS cell_value_in(name, one, run_value(name, one));

-- Has a number one of the values that a study wants in each column? What it wants of problems is asked in `item_group`.
CREATE MACRO is_wanted(wanted, one) AS len(
    list_filter(
        map_keys(wanted),
        lambda name: NOT is_of_item(name) AND NOT list_contains(wanted[name], coalesce(role_value(name, one), ''))
    )
) = 0;

-- Does a column differ within a group of rows? A row without a value differs from one with any.
CREATE MACRO differs(part) AS coalesce(min(part) < max(part), false) OR count(part) BETWEEN 1 AND count(*) - 1;

-- A run with what its model says.
CREATE VIEW role_run AS
SELECT run.* REPLACE (coalesce(of_model, model) AS of_model), model.family, model.params_b
FROM run
LEFT JOIN model ON model.name = run.model;

