-- The studies that users declared.
SELECT path, text FROM declared_study ORDER BY path
