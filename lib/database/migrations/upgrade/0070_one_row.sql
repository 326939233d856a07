-- A contact is one row: the segments that it is assigned to stand in it, so that a filter is a condition on one table.
-- Segments are deleted in place: whoever reads leaves out those with `deleted_at`.
CREATE EXTENSION IF NOT EXISTS btree_gin;

ALTER TABLE segments
  -- In the trash since then, and by whom; `contact_count` is how many contacts it had.
  ADD COLUMN deleted_at timestamp (3) with time zone,
  ADD COLUMN deleted_by varchar(300),
  ADD COLUMN deleted_by_kind text,
  ADD COLUMN deleted_by_id uuid,
  ADD COLUMN contact_count bigint,
  -- Deleted forever: no contact has it. The id stays, so that an assignment that came late shows nobody a segment.
  ADD COLUMN purged_at timestamp (3) with time zone;
DROP INDEX segments_title;
INSERT INTO segments (organization_id, id, title, color, created_at, description, deleted_at, deleted_by, deleted_by_kind,
  deleted_by_id, contact_count)
SELECT organization_id, id, title, color, created_at, description, deleted_at, deleted_by, deleted_by_kind, deleted_by_id, contact_count
FROM deleted_segments;
CREATE UNIQUE INDEX segments_title ON segments (organization_id, caseless(title)) WHERE deleted_at IS NULL;
CREATE INDEX segments_deleted ON segments (organization_id, id) WHERE deleted_at IS NOT NULL;
INSERT INTO referral_code_segments (organization_id, referral_code_id, segment_id)
SELECT d.organization_id, c.id, d.id FROM deleted_segments d CROSS JOIN LATERAL unnest(d.referral_code_ids) g
JOIN referral_codes c ON c.organization_id = d.organization_id AND c.id = g;

-- Indexes are built anew of all rows at once.
DROP INDEX contacts_search, contacts_by_id, contacts_without_phone, contacts_by_company, contacts_by_creation, contacts_by_email,
  contacts_by_job_title, contacts_by_name, contacts_by_update, contacts_email, contacts_phone, contacts_deletion, contacts_by_deletion;
ALTER TABLE contacts
  -- Position by position, oldest first.
  ADD COLUMN segment_ids uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN assigned_at timestamp (3) with time zone[] NOT NULL DEFAULT '{}';
UPDATE contacts c SET segment_ids = a.ids, assigned_at = a.times FROM (
  SELECT organization_id, contact_id, array_agg(segment_id ORDER BY at, segment_id) AS ids, array_agg(at ORDER BY at, segment_id) AS times
  FROM (
    SELECT organization_id, contact_id, segment_id, assigned_at AS at FROM contact_segments
    UNION ALL
    -- What was in a deleted segment and merged since is so in the contact that stays.
    SELECT d.organization_id, coalesce(k.merged_into, k.id), d.id, min(g.at)
    FROM deleted_segments d CROSS JOIN LATERAL unnest(d.contact_ids, d.assigned_at) g (id, at)
    JOIN contacts k ON k.organization_id = d.organization_id AND k.id = g.id GROUP BY 1, 2, 3) s
  GROUP BY organization_id, contact_id) a
WHERE c.organization_id = a.organization_id AND c.id = a.contact_id;
-- Writes the table anew, without the rows before the update.
ALTER TABLE contacts ALTER COLUMN version TYPE integer USING version + 0;
ALTER TABLE contacts ADD CONSTRAINT contacts_assigned CHECK (cardinality(segment_ids) = cardinality(assigned_at));

DELETE FROM contact_counts n WHERE EXISTS (SELECT FROM deleted_segments d WHERE d.organization_id = n.organization_id AND d.id = n.counted_id);
INSERT INTO contact_counts (organization_id, counted_id, shard, count)
SELECT c.organization_id, d.id, 0, count(*) FROM deleted_segments d JOIN contacts c
  ON c.organization_id = d.organization_id AND d.id = ANY (c.segment_ids) AND c.deleted_at IS NULL GROUP BY 1, 2;
DROP TABLE contact_segments;
DROP TABLE deleted_segments;

CREATE UNIQUE INDEX contacts_email ON contacts (email_key, organization_id)
  WHERE (num_nulls(deleted_at) = 1 OR merged_into IS NOT NULL AND deletion_id IS NULL) AND email IS NOT NULL;
CREATE UNIQUE INDEX contacts_phone ON contacts (phone, organization_id)
  WHERE (num_nulls(deleted_at) = 1 OR merged_into IS NOT NULL AND deletion_id IS NULL) AND phone IS NOT NULL;
CREATE INDEX contacts_by_deletion ON contacts (organization_id, deleted_at, id) WHERE deleted_at IS NOT NULL AND merged_into IS NULL;
CREATE INDEX contacts_deletion ON contacts (organization_id, deletion_id) WHERE deleted_at IS NOT NULL;
CREATE INDEX contacts_by_name ON contacts (organization_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_email ON contacts (organization_id, email_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_company ON contacts (organization_id, company_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_creation ON contacts (organization_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_update ON contacts (organization_id, updated_at, id) WHERE deleted_at IS NULL;
-- Segments, companies, job titles and words, which it intersects by itself.
CREATE INDEX contacts_search ON contacts
  USING gin (organization_id, segment_ids, company_key, jobtitle_key, search_text gin_trgm_ops) WHERE deleted_at IS NULL;
ANALYZE contacts, segments;
