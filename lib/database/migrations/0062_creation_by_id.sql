-- Where a span of creation begins in a list by id is told by its index alone.
DROP INDEX contacts_by_id;
CREATE INDEX contacts_by_id ON contacts (organization_id, id) INCLUDE (created_at) WHERE deleted_at IS NULL;
