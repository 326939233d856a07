-- The trash steps over nobody who was merged: they stay for good.
DROP INDEX contacts_by_deletion;
CREATE INDEX contacts_by_deletion ON contacts (organization_id, deleted_at, id) WHERE deleted_at IS NOT NULL AND merged_into IS NULL;
