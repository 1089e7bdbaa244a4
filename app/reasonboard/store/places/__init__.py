"""Places for files: a folder that machines share, or a bucket."""
