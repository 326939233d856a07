-- Activity that can be verified: each row is sealed into a chain of digests. `salt` keeps digests of erased values from
-- being guessed; an erased row keeps the digest of its values, and no salt. `contact_ids`: whom deleting or restoring a
-- segment concerned.
ALTER TABLE activities ADD COLUMN salt uuid DEFAULT gen_random_uuid(), ADD COLUMN erased_digest bytea,
  ADD COLUMN seal integer, ADD COLUMN contact_ids uuid[];--> statement-breakpoint
CREATE TABLE activity_seals (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  number integer NOT NULL,
  count integer NOT NULL,
  ids uuid[],
  digests bytea[],
  contents_digest bytea NOT NULL,
  latest_at timestamp (3) with time zone NOT NULL,
  sealed_at timestamp (3) with time zone NOT NULL,
  digest bytea NOT NULL,
  removed_at timestamp (3) with time zone,
  PRIMARY KEY (organization_id, number)
);--> statement-breakpoint
-- Digests don't compress.
ALTER TABLE activity_seals ALTER COLUMN ids SET STORAGE EXTERNAL, ALTER COLUMN digests SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE INDEX activities_unsealed ON activities (organization_id, id) WHERE seal IS NULL;--> statement-breakpoint
-- All that is rare, so that a filter finds it among a million changes of contacts.
CREATE INDEX activities_rare ON activities (organization_id, id)
  WHERE action NOT IN ('contact.created', 'contact.updated');--> statement-breakpoint
CREATE INDEX activities_by_contact ON activities USING gin (contact_ids) WHERE contact_ids IS NOT NULL;--> statement-breakpoint
UPDATE activities a SET contact_ids = d.contact_ids FROM deleted_segments d
WHERE a.organization_id = d.organization_id AND a.subject_id = d.id AND a.action = 'segment.deleted' AND a.at = d.deleted_at;
--> statement-breakpoint
CREATE FUNCTION activity_values_digest(salt uuid, before jsonb, after jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(coalesce(salt::text, '') || E'\n' || coalesce(before::text, '') || E'\n' || coalesce(after::text, ''), 'UTF8'))
$$;
--> statement-breakpoint
-- Covers everything but the seal. Who claims that values were erased must have erased them.
CREATE FUNCTION activity_digest(a activities) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(a.organization_id, a.id, extract(epoch FROM a.at), a.action, a.actor_kind,
    a.actor_id, a.actor_name, a.subject_id, a.request_id, a.import_id, encode(sha256(array_send(a.contact_ids)), 'hex'),
    encode(coalesce(CASE WHEN a.salt IS NULL AND a.before IS NULL AND a.after IS NULL THEN a.erased_digest END,
      activity_values_digest(a.salt, a.before, a.after)), 'hex'))::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION seal_digest(p_organization uuid, number integer, count integer, latest_at timestamptz, sealed_at timestamptz,
  contents bytea, previous bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(p_organization, number, count, extract(epoch FROM latest_at),
    extract(epoch FROM sealed_at), encode(contents, 'hex'), encode(previous, 'hex'))::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION without_samples(columns jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(c || '{"samples": []}' ORDER BY position), '[]') FROM jsonb_array_elements(columns) WITH ORDINALITY AS e (c, position)
$$;
--> statement-breakpoint
-- Of all rows, so that those of an erased contact are found.
DROP INDEX import_rows_by_contact;--> statement-breakpoint
CREATE INDEX import_rows_by_contact ON import_rows (contact_id, plan_id) WHERE contact_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX imported_contacts_by_contact ON imported_contacts (contact_id);--> statement-breakpoint
-- Deletes contacts in the trash forever, with all that is known of them elsewhere; records it without their values.
CREATE OR REPLACE FUNCTION purge_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_ids uuid[];
  v_emails text[];
  v_phones text[];
BEGIN
  SELECT coalesce(array_agg(id), '{}'), array_agg(email), array_agg(phone) INTO v_ids, v_emails, v_phones
  FROM (SELECT id, email, phone, deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (p_ids) ORDER BY id FOR UPDATE OFFSET 0) c WHERE deleted_at IS NOT NULL;
  DELETE FROM contacts WHERE organization_id = p_organization AND id = ANY (v_ids);
  UPDATE activities SET erased_digest = activity_values_digest(salt, before, after), salt = NULL, before = NULL, after = NULL
  WHERE organization_id = p_organization AND subject_id = ANY (v_ids) AND (before IS NOT NULL OR after IS NOT NULL);
  -- Rows without a contact were rejected, and have the email and phone that they asked for.
  WITH gone AS (DELETE FROM import_rows WHERE ctid = ANY (ARRAY(
      SELECT r.tid FROM unnest(v_ids) g CROSS JOIN LATERAL (
        SELECT ctid AS tid, organization_id FROM import_rows WHERE contact_id = g OFFSET 0) r WHERE r.organization_id = p_organization
      UNION SELECT r.tid FROM unnest(v_emails) g CROSS JOIN LATERAL (
        SELECT ctid AS tid, organization_id, contact_id FROM import_rows WHERE email = g OFFSET 0) r
        WHERE r.organization_id = p_organization AND r.contact_id IS NULL
      UNION SELECT r.tid FROM unnest(v_phones) g CROSS JOIN LATERAL (
        SELECT ctid AS tid, organization_id, contact_id FROM import_rows WHERE phone = g OFFSET 0) r
        WHERE r.organization_id = p_organization AND r.contact_id IS NULL)) RETURNING plan_id)
  UPDATE imports SET columns = without_samples(columns)
  WHERE organization_id = p_organization AND plan_id IN (SELECT plan_id FROM gone);
  DELETE FROM imported_contacts WHERE ctid = ANY (ARRAY(SELECT r.tid FROM unnest(v_ids) g CROSS JOIN LATERAL (
    SELECT ctid AS tid, organization_id FROM imported_contacts WHERE contact_id = g OFFSET 0) r WHERE r.organization_id = p_organization));
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.purged', p_actor_kind, p_actor_id, p_actor_name, id, p_request FROM unnest(v_ids) id;
  RETURN cardinality(v_ids);
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION trash_segment(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid) RETURNS SETOF segments LANGUAGE plpgsql AS $$
DECLARE
  v_segment segments;
  v_now timestamptz;
  v_count bigint;
  v_contacts uuid[];
  v_times timestamptz[];
  v_codes uuid[];
BEGIN
  -- From here on nobody is assigned to it: that takes a lock of its row, too.
  SELECT * INTO v_segment FROM segments WHERE organization_id = p_organization AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- What is really taken away here, and not what somebody else is taking away, comes back.
  WITH gone AS (DELETE FROM contact_segments WHERE organization_id = p_organization AND segment_id = p_id
    RETURNING contact_id, assigned_at)
  SELECT coalesce(array_agg(contact_id), '{}'), coalesce(array_agg(assigned_at), '{}') INTO v_contacts, v_times FROM gone;
  WITH gone AS (DELETE FROM referral_code_segments WHERE organization_id = p_organization AND segment_id = p_id
    RETURNING referral_code_id)
  SELECT coalesce(array_agg(referral_code_id), '{}') INTO v_codes FROM gone;
  WITH gone AS (DELETE FROM contact_counts WHERE organization_id = p_organization AND counted_id = p_id RETURNING count)
  SELECT coalesce(sum(count), 0) INTO v_count FROM gone;
  DELETE FROM segments WHERE organization_id = p_organization AND id = p_id;
  v_now := date_trunc('milliseconds', clock_timestamp());
  INSERT INTO deleted_segments (organization_id, id, title, color, created_at, deleted_at, deleted_by, deleted_by_kind,
    deleted_by_id, contact_count, contact_ids, assigned_at, referral_code_ids)
  VALUES (p_organization, p_id, v_segment.title, v_segment.color, v_segment.created_at, v_now, p_actor_name, p_actor_kind,
    p_actor_id, v_count, v_contacts, v_times, v_codes);
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, request_id, contact_ids)
  VALUES (p_organization, uuid_of(clock_timestamp()), v_now, 'segment.deleted', p_actor_kind, p_actor_id, p_actor_name, p_id,
    jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request, v_contacts);
  RETURN NEXT v_segment;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION restore_segment(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid, p_title text) RETURNS SETOF segments LANGUAGE plpgsql AS $$
DECLARE
  v_gone deleted_segments;
  v_segment segments;
  v_contacts uuid[];
BEGIN
  DELETE FROM deleted_segments WHERE organization_id = p_organization AND id = p_id RETURNING * INTO v_gone;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO segments (organization_id, id, title, color, created_at)
  VALUES (p_organization, p_id, coalesce(p_title, v_gone.title), v_gone.color, v_gone.created_at) RETURNING * INTO v_segment;
  -- Whoever deletes or restores one of them has locked it: from here on it is clear who counts, and what is left of the
  -- old counters is all there.
  PERFORM FROM contacts WHERE organization_id = p_organization AND id = ANY (v_gone.contact_ids) ORDER BY id FOR KEY SHARE;
  WITH assigned AS (INSERT INTO contact_segments (organization_id, contact_id, segment_id, assigned_at)
    SELECT p_organization, c.id, p_id, c.at FROM unnest(v_gone.contact_ids, v_gone.assigned_at) AS c (id, at)
    WHERE EXISTS (SELECT FROM contacts WHERE organization_id = p_organization AND id = c.id) RETURNING contact_id)
  SELECT array_agg(contact_id) INTO v_contacts FROM assigned;
  INSERT INTO referral_code_segments (organization_id, referral_code_id, segment_id)
  SELECT p_organization, unnest(v_gone.referral_code_ids), p_id;
  DELETE FROM contact_counts WHERE organization_id = p_organization AND counted_id = p_id;
  PERFORM add_to_counts(p_organization, ARRAY[p_id], (SELECT count(*) FROM (SELECT deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (v_gone.contact_ids) OFFSET 0) c WHERE deleted_at IS NULL));
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, after, request_id, contact_ids)
  VALUES (p_organization, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), 'segment.restored',
    p_actor_kind, p_actor_id, p_actor_name, p_id, jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request, v_contacts);
  RETURN NEXT v_segment;
END
$$;
