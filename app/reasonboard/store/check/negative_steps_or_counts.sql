SELECT file, locator, least(step, iteration, train_samples, kv_window, n_items, n_repeats, task_length)
FROM result
WHERE least(step, iteration, train_samples, kv_window, n_items, n_repeats, task_length) < 0
