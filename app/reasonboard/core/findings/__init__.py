"""What can be said of the rows behind a chart: rows in, sentences out, each with the test behind it."""
