-- What contacts had in the field that a bulk change set, by their ids: for its undo.
ALTER TABLE bulk_change_chunks ADD COLUMN field_changes jsonb;
