-- The studies of the folder that the server reads when it starts.
SELECT path, text FROM declared_study WHERE in_folder
