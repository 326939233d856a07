-- Ids of the sample data that was loaded, until somebody removes it.
ALTER TABLE organizations ADD COLUMN sample_ids uuid[];
