SELECT DISTINCT source, 'type-length' AS study, false AS by_step FROM type_panel
