SELECT source, 'models' AS study FROM scored_source
