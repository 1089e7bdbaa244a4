SELECT DISTINCT source, 'models' AS study, false AS by_step FROM model_column WHERE main
