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
