"""The worker processes: requests and answers are buffered, so that slow clients occupy no thread."""
