-- Where a span of creation begins in a list by id is told by its index alone.
DROP INDEX contacts_by_id;
CREATE INDEX contacts_by_id ON contacts (organization_id, id) INCLUDE (created_at) WHERE deleted_at IS NULL;
-- Lists take for granted that nobody is updated before they are created; the clocks of a remote service could say so.
UPDATE contacts SET updated_at = created_at WHERE updated_at < created_at;
