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
-- Imports, their plans and their runs have all values that early versions did not write.
UPDATE imports SET
  settings = '{"columnOrder": [], "sharedAddresses": "hold", "unusualPhones": "leaveOut"}' || settings,
  format = jsonb_build_object('firstLine', 1, 'quotes', 'double', 'sheet', NULL, 'otherTables', '[]'::jsonb, 'tables', jsonb_build_array(
    jsonb_build_object('name', '', 'isText', name !~* '\.xlsx$', 'size', size, 'sample', ''))) || format;
UPDATE imports i SET columns = n.columns FROM (
  SELECT organization_id, id, jsonb_agg('{"tellsUnsubscribed": false}' || c ORDER BY position) AS columns
  FROM imports CROSS JOIN LATERAL jsonb_array_elements(columns) WITH ORDINALITY AS e (c, position) GROUP BY organization_id, id) n
WHERE i.organization_id = n.organization_id AND i.id = n.id;
UPDATE jobs SET input = input || jsonb_build_object(
  'settings', '{"columnOrder": [], "sharedAddresses": "hold", "unusualPhones": "leaveOut"}' || (input -> 'settings'))
WHERE kind IN ('import', 'import-plan');
UPDATE jobs SET progress = '{"created": 0, "updated": 0, "unchanged": 0, "skipped": 0, "shared": 0, "conflict": 0, "rejected": 0,
  "rows": 0, "line": 0, "changed": 0, "undone": 0, "kept": 0, "bytes": 0}' || progress WHERE kind = 'import';
-- A plan that is being made begins anew: its next chunk may begin at another line now.
DELETE FROM import_rows r USING jobs j
WHERE j.organization_id = r.organization_id AND j.id = r.plan_id AND j.kind = 'import-plan' AND j.state = 'running';
UPDATE jobs SET
  input = '{"table": 0}' || input || jsonb_build_object('format', '{"quotes": "double", "firstLine": 1}' || (input -> 'format')),
  position = CASE state WHEN 'running' THEN 0 ELSE position END,
  progress = '{"created": 0, "updated": 0, "unchanged": 0, "skipped": 0, "shared": 0, "conflict": 0, "rejected": 0, "rows": 0,
    "repeated": 0, "leftOut": 0, "leftOutReasons": {}, "corrected": 0, "unusualPhones": {"count": 0, "first": []},
    "suggestedCountry": null, "share": 0, "bytes": 0, "newSegments": [], "codeUses": {},
    "votes": {"byCountry": {}, "unplaced": [], "named": []}}' || CASE state WHEN 'running' THEN '{}' ELSE progress - 'votes' END
WHERE kind = 'import-plan';
-- Rows with an unusual number are marked, by which a correction counts them.
UPDATE import_rows r SET details = coalesce(r.details, '{}') || '{"isUnusual": true}'
FROM imports i JOIN jobs j ON j.organization_id = i.organization_id AND j.id = i.plan_id
WHERE i.run_id IS NULL AND r.organization_id = i.organization_id AND r.plan_id = i.plan_id
  AND (r.details -> 'leftOut' @> '[{"reason": "unusual"}]' AND r.request ->> 'isUnusual' = 'true'
    OR j.progress #> '{unusualPhones,first}' @> jsonb_build_array(jsonb_build_object('line', r.line)));
