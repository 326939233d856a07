-- A filter of contacts, for a segment that people join by rule. Assignments to it are hidden, as those to deleted segments.
ALTER TABLE segments ADD COLUMN rule jsonb;
DROP INDEX segments_deleted;
CREATE INDEX segments_hidden ON segments (organization_id, id) WHERE deleted_at IS NOT NULL OR rule IS NOT NULL;
