CREATE TABLE contact_segments (organization_id uuid, contact_id uuid, segment_id uuid, assigned_at timestamptz(3));
CREATE TABLE deleted_segments (organization_id uuid, id uuid, title varchar(100), color varchar(7), description varchar(500),
  created_at timestamptz(3), deleted_at timestamptz(3), deleted_by varchar(300), deleted_by_kind text, deleted_by_id uuid,
  contact_count bigint, contact_ids uuid[], assigned_at timestamptz(3)[], referral_code_ids uuid[]);
ALTER TABLE segments DROP COLUMN deleted_at, DROP COLUMN deleted_by, DROP COLUMN deleted_by_kind, DROP COLUMN deleted_by_id,
  DROP COLUMN contact_count, DROP COLUMN purged_at;
ALTER TABLE contacts DROP COLUMN segment_ids, DROP COLUMN assigned_at;
-- Indexes that the upgrade drops.
CREATE INDEX segments_title ON segments (id) WHERE false;
CREATE INDEX contacts_by_id ON contacts (id) WHERE false;
CREATE INDEX contacts_by_job_title ON contacts (id) WHERE false;
CREATE INDEX contacts_search ON contacts (id) WHERE false;
CREATE INDEX contacts_without_phone ON contacts (id) WHERE false;
