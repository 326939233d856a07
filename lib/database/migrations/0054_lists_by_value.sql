-- Contacts without a phone or a job title, by id: counted, and looked for in a segment, without reading contacts. Those without
-- an email or a company are together at one end of the index of their list.
CREATE INDEX contacts_without_phone ON contacts (organization_id, id) WHERE phone IS NULL AND deleted_at IS NULL;
CREATE INDEX contacts_without_job_title ON contacts (organization_id, id) WHERE jobtitle IS NULL AND deleted_at IS NULL;

-- Found by either condition: a search says the second one, which no index of a list has. For an organization that the statistics
-- do not know, the planner would read all of it by one of those.
DROP INDEX contacts_search;
CREATE INDEX contacts_search ON contacts USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL OR num_nulls(deleted_at) = 1;
