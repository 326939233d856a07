-- Deletes contacts in the trash forever, with all that is known of them elsewhere, uploads in which they were
-- found included; records it without their values.
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
        WHERE r.organization_id = p_organization AND r.contact_id IS NULL)) RETURNING plan_id),
    cleaned AS (UPDATE imports SET columns = without_samples(columns)
      WHERE organization_id = p_organization AND plan_id IN (SELECT plan_id FROM gone) RETURNING id)
  DELETE FROM import_files WHERE organization_id = p_organization AND import_id IN (SELECT id FROM cleaned);
  DELETE FROM imported_contacts WHERE ctid = ANY (ARRAY(SELECT r.tid FROM unnest(v_ids) g CROSS JOIN LATERAL (
    SELECT ctid AS tid, organization_id FROM imported_contacts WHERE contact_id = g OFFSET 0) r WHERE r.organization_id = p_organization));
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.purged', p_actor_kind, p_actor_id, p_actor_name, id, p_request FROM unnest(v_ids) id;
  RETURN cardinality(v_ids);
END
$$;
