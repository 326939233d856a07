-- Constraints are called as PostgreSQL would call them. Indexes are renamed with theirs, which Citus can do.
DO $$
DECLARE
  k record;
BEGIN
  FOR k IN
    SELECT contype, conrelid::regclass AS owner, conname AS former, CASE contype WHEN 'p' THEN conrelid::regclass || '_pkey'
      ELSE regexp_replace(replace(conname, '_unique', '_key'), '_(organizations|staff_user)_id_fk$', '_fkey') END AS name
    FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conname ~ '_(pk|fk|unique|code_id_segment)$|^mirrors_pkey$'
  LOOP
    EXECUTE CASE k.contype WHEN 'f' THEN format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', k.owner, k.former, k.name)
      ELSE format('ALTER INDEX %I RENAME TO %I', k.former, k.name) END;
  END LOOP;
END
$$;
-- Were added without reading the rows again.
ALTER TABLE contacts VALIDATE CONSTRAINT contacts_email_or_phone;
ALTER TABLE redemptions VALIDATE CONSTRAINT redemptions_contact;
ALTER TABLE referral_codes VALIDATE CONSTRAINT referral_codes_referrer;
ALTER TABLE replica_contacts VALIDATE CONSTRAINT replica_contacts_contact;
-- `unsealed_activities` took its place.
ALTER TABLE activities DROP COLUMN seal;
-- Columns have the names that the field uses.
ALTER TABLE contact_counts RENAME COLUMN counted_id TO scope_id;
CREATE OR REPLACE FUNCTION add_to_counts(p_organization uuid, p_counted uuid[], p_change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_counts AS c (organization_id, scope_id, shard, count)
  SELECT p_organization, counted, pg_backend_pid() % 64, count(*) * p_change
  FROM unnest(p_counted) AS counted GROUP BY counted ORDER BY counted
  ON CONFLICT (organization_id, scope_id, shard) DO UPDATE SET count = c.count + excluded.count;
END
$$;
ALTER TABLE imported_contacts RENAME COLUMN piece TO chunk;
ALTER INDEX imported_contacts_by_piece RENAME TO imported_contacts_by_chunk;
ALTER TABLE jobs RENAME COLUMN asked_by TO requested_by;
ALTER TABLE replica_contacts RENAME COLUMN met_pass TO last_seen_pass;
ALTER TABLE webhooks RENAME COLUMN gave_up TO disabled_after_failures;
ALTER TABLE webhooks RENAME COLUMN taken TO events_read;
ALTER TABLE webhooks RENAME COLUMN held TO backlog_full;
ALTER TABLE staff_session RENAME COLUMN company TO identity_provider;
