DROP TABLE staged; DROP TABLE staged_run;
