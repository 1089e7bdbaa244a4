SELECT DISTINCT source, 'history' AS study FROM event WHERE own
