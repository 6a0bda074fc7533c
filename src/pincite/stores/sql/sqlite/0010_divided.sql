-- By what a workbook divides the numbers that its cells show. Workbooks stored before are read again.

ALTER TABLE cell ADD COLUMN divided INTEGER NOT NULL DEFAULT 1;
