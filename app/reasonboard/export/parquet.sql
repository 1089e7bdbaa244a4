-- The rows of a file of JSON lines as Parquet, with what they are in the metadata of the file.
COPY (
    SELECT * FROM read_json($rows, columns = $columns, format = 'newline_delimited', maximum_object_size = 16777216)
) TO $target (FORMAT parquet, COMPRESSION zstd, KV_METADATA $provenance)
