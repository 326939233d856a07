-- The queue stays local where contacts are distributed, so nothing refers to it.
ALTER TABLE bulk_change_chunks DROP CONSTRAINT bulk_change_chunks_job;
