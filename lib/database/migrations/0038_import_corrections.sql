-- Cells that were corrected in the plan, by line and column: what the file says and what counts. Later plans apply them.
ALTER TABLE imports ADD COLUMN corrections jsonb;
