-- Removes earlier versions of a file that no run, number or answer needs any more.
DELETE FROM text_file WHERE sha256 NOT IN (
    SELECT text_file FROM sample_part WHERE text_file IS NOT NULL
    UNION
    SELECT text_file FROM sample WHERE text_file IS NOT NULL
) AND reader <> 'bundled';

DELETE FROM loaded_file
USING staged_loaded_file AS staged
WHERE staged.origin = loaded_file.origin AND staged.loaded_as = loaded_file.loaded_as
    AND loaded_file.sha256 NOT IN (SELECT sha256 FROM staged_loaded_file)
    AND loaded_file.sha256 NOT IN (SELECT sha256 FROM current_measurement)
    AND loaded_file.sha256 NOT IN (SELECT sha256 FROM sample_part)
    AND loaded_file.sha256 NOT IN (SELECT sha256 FROM sample);
