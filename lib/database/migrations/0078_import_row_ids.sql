-- Ids of other systems of the row's contact, each with its field, by which later rows of the file find it.
ALTER TABLE import_rows ADD COLUMN ids text[];
CREATE INDEX import_rows_by_ids ON import_rows USING gin (organization_id, ids) WHERE ids IS NOT NULL;
