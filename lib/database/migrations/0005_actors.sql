-- Who did something, by kind and id; the name beside them is for showing. What was done before has no id.
ALTER TABLE "activities" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "maker_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "deleted_by_kind" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "deleted_by_id" uuid;--> statement-breakpoint
ALTER TABLE "deleted_segments" ADD COLUMN "deleted_by_kind" text;--> statement-breakpoint
ALTER TABLE "deleted_segments" ADD COLUMN "deleted_by_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD COLUMN "created_by_kind" text;--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD COLUMN "created_by_id" uuid;--> statement-breakpoint
-- Deleting forever has a scope of its own: whoever had all there were has it, too.
UPDATE api_tokens SET scopes = scopes || '{contacts:purge}' WHERE scopes @> '{contacts:read,contacts:write,segments:read,segments:write,referral-codes:read,referral-codes:write,activity:read,tokens:manage,staff:act}';--> statement-breakpoint
UPDATE api_tokens SET scopes = array_remove(scopes, 'staff:act') WHERE kind <> 'console';--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_staff_act" CHECK ("api_tokens"."kind" = 'console' or 'staff:act' <> all ("api_tokens"."scopes"));
--> statement-breakpoint
ALTER TYPE given_upsert ADD ATTRIBUTE actor_id uuid;
--> statement-breakpoint
DROP FUNCTION upsert_contact, upsert_contacts, update_contact, trash_contacts, trash_contact, restore_contacts, purge_contacts, mirror_contacts, write_segment_changes, run_bulk_change, undo_bulk_change, trash_segment, restore_segment;
--> statement-breakpoint
-- POST /contacts. Outcomes: created, updated, unchanged; invalid and conflict with `problems`, and stale, nothing written.
-- `p_match`, `p_none`: versions of which the contact found has to be one, and must be none. `p_dry`: outcome verdict in
-- place of the writing; a code that cannot be redeemed is then no reason to say nothing else.
CREATE FUNCTION upsert_contact(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_email text, p_phone text, p_firstname text, p_lastname text, p_jobtitle text, p_company text,
  p_segments uuid[], p_code text, p_match text[], p_none text[], p_dry boolean) RETURNS contact_outcome LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_old contacts;
  v_other contacts;
  v_new contacts;
  v_code referral_codes;
  v_redeems boolean := false;
  v_problem text;
  v_problems jsonb;
  v_wanted uuid[];
  v_assigned uuid[];
  v_added uuid[] := '{}';
  v_before jsonb;
  v_after jsonb;
BEGIN
  LOOP
    -- Locks the contact that is going to be written, and no other: callers who hold one and want another would end in
    -- deadlocks. A row that has changed while the lock was waited for is looked at again, and passed over when it has
    -- another address by now; what becomes of that, the constraints decide.
    v_old := NULL;
    v_other := NULL;
    IF p_email IS NOT NULL THEN
      SELECT * INTO v_old FROM contacts
      WHERE organization_id = p_organization AND email_key = p_email AND deleted_at IS NULL FOR UPDATE;
    END IF;
    IF p_phone IS NOT NULL AND v_old.id IS NULL THEN
      SELECT * INTO v_old FROM contacts
      WHERE organization_id = p_organization AND phone = p_phone AND deleted_at IS NULL FOR UPDATE;
    ELSIF p_phone IS NOT NULL AND v_old.phone IS DISTINCT FROM p_phone THEN
      SELECT * INTO v_other FROM contacts
      WHERE organization_id = p_organization AND phone = p_phone AND deleted_at IS NULL;
    END IF;
    v_now := date_trunc('milliseconds', clock_timestamp());

    IF p_segments IS NOT NULL THEN
      v_problems := segment_problems(p_organization, p_segments);
    END IF;
    IF p_code IS NOT NULL THEN
      SELECT * INTO v_code FROM referral_codes WHERE organization_id = p_organization AND caseless(code) = caseless(p_code);
      v_redeems := NOT EXISTS (SELECT FROM redemptions WHERE organization_id = p_organization
        AND contact_id = v_old.id AND referral_code_id = v_code.id);
      IF v_redeems AND v_other.id IS NULL THEN
        v_problem := redemption_problem(v_code, v_old.id, v_now);
        IF v_problem IS NOT NULL AND p_dry THEN
          v_redeems := false;
        ELSIF v_problem IS NOT NULL THEN
          v_problems := coalesce(v_problems, '[]') || jsonb_build_object('path', 'referralCode', 'problem', v_problem);
        END IF;
      END IF;
    END IF;
    IF v_problems IS NOT NULL THEN
      RETURN refusal_of('invalid', v_problems);
    END IF;
    IF v_other.id IS NOT NULL THEN
      RETURN refusal_of('conflict', jsonb_build_array(jsonb_build_object('path', 'email', 'contactId', v_old.id),
        jsonb_build_object('path', 'phone', 'contactId', v_other.id)));
    END IF;
    -- With the lock held, so that what the caller knows is still so when it is written.
    IF p_match IS NOT NULL AND (v_old.id IS NULL OR NOT etag_matches(p_match, v_old))
      OR p_none IS NOT NULL AND v_old.id IS NOT NULL AND etag_matches(p_none, v_old) THEN
      RETURN refusal_of('stale', NULL);
    END IF;

    v_wanted := p_segments;
    IF v_redeems THEN
      v_wanted := v_wanted || ARRAY(SELECT segment_id FROM referral_code_segments
        WHERE organization_id = p_organization AND referral_code_id = v_code.id);
    END IF;
    IF cardinality(v_wanted) > 0 THEN
      v_added := ARRAY(SELECT DISTINCT s FROM unnest(v_wanted) s WHERE NOT EXISTS (SELECT FROM contact_segments
        WHERE organization_id = p_organization AND contact_id = v_old.id AND segment_id = s));
    END IF;
    IF p_dry THEN
      RETURN verdict_of(v_old, v_added, v_redeems, v_problem);
    END IF;

    IF v_old.id IS NULL THEN
      INSERT INTO contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
      VALUES (p_organization, uuid_of(clock_timestamp()), p_email, p_phone, p_firstname, p_lastname, p_jobtitle, p_company, v_now, v_now)
      ON CONFLICT DO NOTHING RETURNING * INTO v_new;
      -- Somebody else was quicker: theirs is found now.
      CONTINUE WHEN NOT FOUND;
    ELSIF v_redeems OR cardinality(v_added) > 0 OR (v_old.email, v_old.phone, v_old.firstname, v_old.lastname, v_old.jobtitle, v_old.company)
        IS DISTINCT FROM (coalesce(p_email, v_old.email), coalesce(p_phone, v_old.phone), coalesce(p_firstname, v_old.firstname),
          coalesce(p_lastname, v_old.lastname), coalesce(p_jobtitle, v_old.jobtitle), coalesce(p_company, v_old.company)) THEN
      IF cardinality(v_added) > 0 THEN
        v_assigned := contact_segment_ids(p_organization, v_old.id);
      END IF;
      UPDATE contacts SET email = coalesce(p_email, email), phone = coalesce(p_phone, phone),
        firstname = coalesce(p_firstname, firstname), lastname = coalesce(p_lastname, lastname),
        jobtitle = coalesce(p_jobtitle, jobtitle), company = coalesce(p_company, company),
        updated_at = greatest(v_now, updated_at), version = version + 1
      WHERE organization_id = p_organization AND id = v_old.id RETURNING * INTO v_new;
      v_before := contact_differences(v_old, v_new);
    ELSE
      RETURN outcome_of('unchanged', v_old, contact_segment_list(p_organization, v_old.id));
    END IF;

    v_after := contact_differences(v_new, v_old);
    IF cardinality(v_added) > 0 THEN
      INSERT INTO contact_segments SELECT p_organization, v_new.id, s, v_now FROM unnest(v_added) s;
      v_before := v_before || jsonb_build_object('segmentIds', v_assigned);
      v_after := v_after || jsonb_build_object('segmentIds', contact_segment_ids(p_organization, v_new.id));
    END IF;
    IF v_redeems THEN
      -- The lock of this row decides who gets the last redemption; for whom none is left all of this is undone, and the
      -- repeated call says why.
      UPDATE referral_codes SET redemption_count = redemption_count + 1
      WHERE organization_id = p_organization AND id = v_code.id AND active
        AND (expires_at IS NULL OR expires_at > v_now)
        AND (max_redemptions IS NULL OR redemption_count < max_redemptions);
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the referral code changed meanwhile' USING ERRCODE = 'serialization_failure';
      END IF;
      INSERT INTO redemptions VALUES (p_organization, v_new.id, v_code.id, v_now);
      v_after := v_after || jsonb_build_object('referralCode', v_code.code);
    END IF;
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id)
    VALUES (p_organization, uuid_of(clock_timestamp()), v_now, CASE WHEN v_old.id IS NULL THEN 'contact.created' ELSE 'contact.updated' END,
      p_actor_kind, p_actor_id, p_actor_name, v_new.id, v_before, v_after, p_request);
    IF v_old.id IS NULL THEN
      RETURN outcome_of('created', v_new,
        CASE WHEN cardinality(v_added) > 0 THEN contact_segment_list(p_organization, v_new.id) END,
        p_organization || v_added);
    END IF;
    RETURN outcome_of('updated', v_new, contact_segment_list(p_organization, v_new.id), v_added);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Many of them at once, each as if it had come alone. Most have fields only. Those are looked up, written and recorded
-- together: nearly all that one costs is what a statement costs. Nothing is locked for it; one whose contact is another
-- version by the time it is written, or has been made by somebody else, or is another's too, is not settled so, nor is one
-- with a conflict. Such ones, and those with more than fields, follow one by one. Those that are settled together lead to
-- different contacts and, as the constraints see to it, to different emails and phones: their order is no matter.
CREATE FUNCTION upsert_contacts(p_organization uuid, p_given json) RETURNS SETOF contact_outcome LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  RETURN QUERY
  WITH given AS MATERIALIZED (SELECT * FROM json_populate_recordset(NULL::given_upsert, p_given)),
  judged AS MATERIALIZED (
    SELECT g.place, g.actor_kind, g.actor_id, g.actor_name, g.request, n.*, o.tid, o.version,
      CASE
        WHEN o.id IS NULL THEN 'created'
        WHEN o.phone IS DISTINCT FROM n.phone AND by_email.id IS NOT NULL AND EXISTS (SELECT FROM contacts
          WHERE organization_id = p_organization AND phone = n.phone AND deleted_at IS NULL) THEN 'conflict'
        WHEN (o.email, o.phone, o.firstname, o.lastname, o.jobtitle, o.company)
          IS DISTINCT FROM (n.email, n.phone, n.firstname, n.lastname, n.jobtitle, n.company) THEN 'updated'
        ELSE 'unchanged'
      END AS outcome,
      coalesce(o.id, uuid_of(clock_timestamp())) AS id, coalesce(o.created_at, v_now) AS created_at, o.updated_at,
      CASE WHEN o.id IS NOT NULL THEN differing_fields(o.email, o.phone, o.firstname, o.lastname, o.jobtitle, o.company,
        n.email, n.phone, n.firstname, n.lastname, n.jobtitle, n.company) END AS before,
      differing_fields(n.email, n.phone, n.firstname, n.lastname, n.jobtitle, n.company,
        o.email, o.phone, o.firstname, o.lastname, o.jobtitle, o.company) AS after
    FROM given g
    -- Looked up one by one: the planner might join all contacts of the organization.
    LEFT JOIN LATERAL (SELECT ctid AS tid, * FROM contacts
      WHERE organization_id = p_organization AND email_key = g.email AND deleted_at IS NULL OFFSET 0) by_email ON true
    LEFT JOIN LATERAL (SELECT ctid AS tid, * FROM contacts
      WHERE organization_id = p_organization AND phone = g.phone AND deleted_at IS NULL AND by_email.id IS NULL OFFSET 0) by_phone ON true
    CROSS JOIN LATERAL (SELECT coalesce(by_email.tid, by_phone.tid) AS tid, coalesce(by_email.id, by_phone.id) AS id,
      coalesce(by_email.email, by_phone.email) AS email, coalesce(by_email.phone, by_phone.phone) AS phone,
      coalesce(by_email.firstname, by_phone.firstname) AS firstname, coalesce(by_email.lastname, by_phone.lastname) AS lastname,
      coalesce(by_email.jobtitle, by_phone.jobtitle) AS jobtitle, coalesce(by_email.company, by_phone.company) AS company,
      coalesce(by_email.created_at, by_phone.created_at) AS created_at, coalesce(by_email.updated_at, by_phone.updated_at) AS updated_at,
      coalesce(by_email.version, by_phone.version) AS version) o
    CROSS JOIN LATERAL (SELECT coalesce(g.email, o.email) AS email, coalesce(g.phone, o.phone) AS phone,
      coalesce(g.firstname, o.firstname) AS firstname, coalesce(g.lastname, o.lastname) AS lastname,
      coalesce(g.jobtitle, o.jobtitle) AS jobtitle, coalesce(g.company, o.company) AS company) n
    WHERE coalesce(cardinality(g.segments), 0) = 0 AND g.code IS NULL AND g.etags IS NULL AND g.none_of IS NULL),
  made AS (
    INSERT INTO contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
    SELECT p_organization, id, email, phone, firstname, lastname, jobtitle, company, v_now, v_now
    FROM judged WHERE outcome = 'created'
    ON CONFLICT DO NOTHING RETURNING id),
  changed AS (
    UPDATE contacts c SET email = j.email, phone = j.phone, firstname = j.firstname, lastname = j.lastname,
      jobtitle = j.jobtitle, company = j.company, updated_at = greatest(v_now, c.updated_at), version = c.version + 1
    FROM judged j
    WHERE c.organization_id = p_organization AND c.ctid = j.tid AND c.version = j.version AND c.deleted_at IS NULL
      AND j.outcome = 'updated'
    RETURNING j.place),
  settled AS MATERIALIZED (
    SELECT * FROM judged WHERE CASE outcome
      WHEN 'created' THEN id = ANY (ARRAY(SELECT id FROM made))
      WHEN 'updated' THEN place = ANY (ARRAY(SELECT place FROM changed))
      ELSE outcome = 'unchanged' END),
  recorded AS (
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id)
    SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.' || outcome, actor_kind, actor_id, actor_name, id, before, after, request
    FROM settled WHERE outcome <> 'unchanged')
  SELECT outcome, NULL::jsonb, id, email::varchar, phone::varchar, firstname::varchar, lastname::varchar, jobtitle::varchar,
    company::varchar, created_at, CASE outcome WHEN 'unchanged' THEN updated_at ELSE greatest(v_now, updated_at) END,
    CASE outcome WHEN 'created' THEN 1 WHEN 'updated' THEN version + 1 ELSE version END,
    CASE WHEN outcome <> 'created' THEN (SELECT json_agg(json_build_array(segment_id, assigned_at) ORDER BY assigned_at, segment_id)
      FROM contact_segments WHERE organization_id = p_organization AND contact_id = settled.id) END,
    CASE WHEN outcome = 'created' THEN ARRAY[p_organization] END, place
  FROM settled
  UNION ALL
  SELECT r.outcome, r.problems, r.id, r.email, r.phone, r.firstname, r.lastname, r.jobtitle, r.company, r.created_at,
    r.updated_at, r.version, r.segments, r.counted, g.place
  FROM given g
  CROSS JOIN LATERAL upsert_contact(p_organization, g.actor_kind, g.actor_id, g.actor_name, g.request, g.email, g.phone, g.firstname,
    g.lastname, g.jobtitle, g.company, g.segments, g.code, g.etags, g.none_of, false) r
  WHERE g.place <> ALL (ARRAY(SELECT place FROM settled));
END
$$;
--> statement-breakpoint
-- PUT /contacts/{id}. `p_patch` has the keys that were sent, null to clear; `p_segments` null leaves assignments alone.
-- Outcomes: updated, unchanged; missing, stale, invalid and conflict, nothing written.
CREATE FUNCTION update_contact(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid, p_etags text[], p_patch jsonb, p_segments uuid[]) RETURNS contact_outcome LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_old contacts;
  v_new contacts;
  v_problems jsonb;
  v_assigned uuid[];
  v_added uuid[] := '{}';
  v_removed uuid[] := '{}';
  v_before jsonb;
  v_after jsonb;
BEGIN
  SELECT * INTO v_old FROM contacts
  WHERE organization_id = p_organization AND id = p_id AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN refusal_of('missing', NULL);
  END IF;
  IF NOT etag_matches(p_etags, v_old) THEN
    RETURN refusal_of('stale', NULL);
  END IF;
  v_now := date_trunc('milliseconds', clock_timestamp());
  v_new := v_old;
  IF p_patch ? 'email' THEN v_new.email := p_patch ->> 'email'; END IF;
  IF p_patch ? 'phone' THEN v_new.phone := p_patch ->> 'phone'; END IF;
  IF p_patch ? 'firstname' THEN v_new.firstname := p_patch ->> 'firstname'; END IF;
  IF p_patch ? 'lastname' THEN v_new.lastname := p_patch ->> 'lastname'; END IF;
  IF p_patch ? 'jobtitle' THEN v_new.jobtitle := p_patch ->> 'jobtitle'; END IF;
  IF p_patch ? 'company' THEN v_new.company := p_patch ->> 'company'; END IF;

  IF p_segments IS NOT NULL THEN
    v_problems := segment_problems(p_organization, p_segments);
  END IF;
  IF v_new.email IS NULL AND v_new.phone IS NULL THEN
    v_problems := jsonb_build_object('path', CASE WHEN v_old.email IS NULL THEN 'phone' ELSE 'email' END,
      'problem', 'no_identifier') || coalesce(v_problems, '[]');
  END IF;
  IF v_problems IS NOT NULL THEN
    RETURN refusal_of('invalid', v_problems);
  END IF;

  -- Says whose they are; that they are unique is the constraints' work.
  SELECT jsonb_agg(jsonb_build_object('path', path, 'contactId', id) ORDER BY path) INTO v_problems FROM (
    SELECT 'email' AS path, id FROM contacts WHERE organization_id = p_organization AND email_key = v_new.email
      AND deleted_at IS NULL AND id <> p_id AND v_new.email IS DISTINCT FROM v_old.email
    UNION ALL
    SELECT 'phone', id FROM contacts WHERE organization_id = p_organization AND phone = v_new.phone
      AND deleted_at IS NULL AND id <> p_id AND v_new.phone IS DISTINCT FROM v_old.phone) taken;
  IF v_problems IS NOT NULL THEN
    RETURN refusal_of('conflict', v_problems);
  END IF;

  IF p_segments IS NOT NULL THEN
    v_assigned := contact_segment_ids(p_organization, p_id);
    v_added := ARRAY(SELECT unnest(p_segments) EXCEPT SELECT unnest(v_assigned));
    v_removed := ARRAY(SELECT unnest(v_assigned) EXCEPT SELECT unnest(p_segments));
  END IF;
  IF v_new IS NOT DISTINCT FROM v_old AND cardinality(v_added) = 0 AND cardinality(v_removed) = 0 THEN
    RETURN outcome_of('unchanged', v_old, contact_segment_list(p_organization, p_id));
  END IF;

  UPDATE contacts SET email = v_new.email, phone = v_new.phone, firstname = v_new.firstname, lastname = v_new.lastname,
    jobtitle = v_new.jobtitle, company = v_new.company, updated_at = greatest(v_now, updated_at), version = version + 1
  WHERE organization_id = p_organization AND id = p_id RETURNING * INTO v_new;
  v_before := contact_differences(v_old, v_new);
  v_after := contact_differences(v_new, v_old);
  IF cardinality(v_added) > 0 OR cardinality(v_removed) > 0 THEN
    DELETE FROM contact_segments WHERE organization_id = p_organization AND contact_id = p_id AND segment_id = ANY (v_removed);
    INSERT INTO contact_segments SELECT p_organization, p_id, s, v_now FROM unnest(v_added) s;
    PERFORM add_to_counts(p_organization, v_removed, -1);
    PERFORM add_to_counts(p_organization, v_added, 1);
    v_before := v_before || jsonb_build_object('segmentIds', v_assigned);
    v_after := v_after || jsonb_build_object('segmentIds', contact_segment_ids(p_organization, p_id));
  END IF;
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id)
  VALUES (p_organization, uuid_of(clock_timestamp()), v_now, 'contact.updated', p_actor_kind, p_actor_id, p_actor_name, p_id,
    v_before, v_after, p_request);
  RETURN outcome_of('updated', v_new, contact_segment_list(p_organization, p_id));
END
$$;
--> statement-breakpoint
-- Moves contacts to the trash; returns how many. Ids that are unknown or there already are passed over.
CREATE FUNCTION trash_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_deletion uuid, p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_ids uuid[];
BEGIN
  -- In order, so that two overlapping deletions wait for one another instead of dying in a deadlock.
  v_ids := ARRAY(SELECT id FROM contacts WHERE organization_id = p_organization AND id = ANY (p_ids)
    AND deleted_at IS NULL ORDER BY id FOR UPDATE);
  IF cardinality(v_ids) = 0 THEN
    RETURN 0;
  END IF;
  v_now := date_trunc('milliseconds', clock_timestamp());
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.deleted', p_actor_kind, p_actor_id, p_actor_name, c.id,
    contact_fields(c) || CASE WHEN s.ids IS NULL THEN '{}' ELSE jsonb_build_object('segmentIds', s.ids) END, p_request
  FROM contacts c CROSS JOIN LATERAL (
    SELECT array_agg(segment_id ORDER BY assigned_at, segment_id) AS ids FROM contact_segments
    WHERE organization_id = p_organization AND contact_id = c.id) s
  WHERE c.organization_id = p_organization AND c.id = ANY (v_ids);
  UPDATE contacts SET deleted_at = v_now, deleted_by = p_actor_name,
    deleted_by_kind = p_actor_kind, deleted_by_id = p_actor_id, deletion_id = p_deletion
  WHERE organization_id = p_organization AND id = ANY (v_ids);
  PERFORM add_to_counts(p_organization, array_fill(p_organization, ARRAY[cardinality(v_ids)]) || ARRAY(
    SELECT segment_id FROM contact_segments WHERE organization_id = p_organization AND contact_id = ANY (v_ids)), -1);
  RETURN cardinality(v_ids);
END
$$;
--> statement-breakpoint
-- DELETE /contacts/{id}. Outcomes: deleted, with the last representation; missing, stale.
CREATE FUNCTION trash_contact(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_deletion uuid, p_id uuid, p_etags text[]) RETURNS contact_outcome LANGUAGE plpgsql AS $$
DECLARE
  v_contact contacts;
BEGIN
  SELECT * INTO v_contact FROM contacts
  WHERE organization_id = p_organization AND id = p_id AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN refusal_of('missing', NULL);
  END IF;
  IF NOT etag_matches(p_etags, v_contact) THEN
    RETURN refusal_of('stale', NULL);
  END IF;
  PERFORM trash_contacts(p_organization, p_actor_kind, p_actor_id, p_actor_name, p_request, p_deletion, ARRAY[p_id]);
  RETURN outcome_of('deleted', v_contact, contact_segment_list(p_organization, p_id));
END
$$;
--> statement-breakpoint
-- Takes contacts out of the trash, as they were; returns how many. A contact whose email or phone another one has by
-- now, or that another of the same call has, stays; of those that collide the one deleted last comes back.
CREATE FUNCTION restore_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_ids uuid[];
  v_restored uuid[];
  v_id uuid;
  v_all uuid[] := '{}';
BEGIN
  -- OFFSET keeps the planner from the indexes of the trash, of which it may believe that they are all but empty, and
  -- from joins that would be made row by row.
  v_ids := ARRAY(SELECT id FROM (SELECT id, deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (p_ids) ORDER BY id FOR UPDATE OFFSET 0) c WHERE deleted_at IS NOT NULL);
  v_now := date_trunc('milliseconds', clock_timestamp());
  LOOP
    -- Coming back of one can only block others, but one that stays no longer stands in the way of a third: again,
    -- until nothing more comes back.
    v_restored := ARRAY(SELECT id FROM (
      SELECT id,
        CASE WHEN email IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY email ORDER BY deleted_at DESC, id DESC) END AS by_email,
        CASE WHEN phone IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY phone ORDER BY deleted_at DESC, id DESC) END AS by_phone
      FROM (SELECT * FROM contacts WHERE organization_id = p_organization AND id = ANY (v_ids) OFFSET 0) t
      WHERE deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM contacts c WHERE c.organization_id = p_organization AND c.email_key = t.email AND c.deleted_at IS NULL OFFSET 0)
        AND NOT EXISTS (SELECT FROM contacts c WHERE c.organization_id = p_organization AND c.phone = t.phone AND c.deleted_at IS NULL OFFSET 0)
    ) free WHERE by_email = 1 AND by_phone = 1);
    EXIT WHEN cardinality(v_restored) = 0;
    BEGIN
      UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deleted_by_kind = NULL, deleted_by_id = NULL, deletion_id = NULL
      WHERE organization_id = p_organization AND id = ANY (v_restored);
      v_all := v_all || v_restored;
    EXCEPTION WHEN unique_violation THEN
      -- Somebody has just taken an email or phone. Among many who create contacts that would happen each time that all
      -- are tried anew: one by one, each that can comes back.
      FOREACH v_id IN ARRAY v_restored LOOP
        BEGIN
          UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deleted_by_kind = NULL, deleted_by_id = NULL, deletion_id = NULL
          WHERE organization_id = p_organization AND id = v_id;
          v_all := v_all || v_id;
        EXCEPTION WHEN unique_violation THEN
        END;
      END LOOP;
    END;
  END LOOP;
  IF cardinality(v_all) > 0 THEN
    PERFORM add_to_counts(p_organization, array_fill(p_organization, ARRAY[cardinality(v_all)]) || ARRAY(
      SELECT segment_id FROM contact_segments WHERE organization_id = p_organization AND contact_id = ANY (v_all)), 1);
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, after, request_id)
    SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.restored', p_actor_kind, p_actor_id, p_actor_name, c.id, contact_fields(c), p_request
    FROM contacts c WHERE c.organization_id = p_organization AND c.id = ANY (v_all);
  END IF;
  RETURN cardinality(v_all);
END
$$;
--> statement-breakpoint
-- Deletes contacts in the trash forever; returns how many. What the activity remembers of their data goes with them,
-- that they existed and what was done stays.
CREATE FUNCTION purge_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_ids uuid[];
BEGIN
  v_ids := ARRAY(SELECT id FROM (SELECT id, deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (p_ids) ORDER BY id FOR UPDATE OFFSET 0) c WHERE deleted_at IS NOT NULL);
  DELETE FROM contacts WHERE organization_id = p_organization AND id = ANY (v_ids);
  UPDATE activities SET before = NULL, after = NULL WHERE organization_id = p_organization AND subject_id = ANY (v_ids);
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.purged', p_actor_kind, p_actor_id, p_actor_name, id, p_request FROM unnest(v_ids) id;
  RETURN cardinality(v_ids);
END
$$;
--> statement-breakpoint
-- Records contacts, no two with one id, email or phone, as an answer had them that was asked for at `p_asked`. With an
-- actor it is the answer to a change (`p_created`: of a contact that did not exist before) and leaves an activity.
-- Returns which contacts that the fill has seen, or of those given, gave way to whom, for the sake of their email or phone.
CREATE FUNCTION mirror_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_asked timestamptz, p_contacts jsonb, p_created boolean)
RETURNS TABLE (gave_way uuid, field text, owner uuid) LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_filled timestamptz;
  v_given mirrored_contact[];
  v_counted uuid[];
  v_changed mirrored_contact[];
  v_ids uuid[];
  v_known uuid[];
  v_taken uuid[];
  v_lost uuid[];
  v_moved uuid[];
  v_id uuid;
  v_before jsonb;
BEGIN
  SELECT started_at INTO v_filled FROM mirrors WHERE organization_id = p_organization FOR NO KEY UPDATE;
  v_now := date_trunc('milliseconds', clock_timestamp());
  v_given := ARRAY(SELECT r FROM jsonb_populate_recordset(NULL::mirrored_contact, p_contacts) r);

  -- A first fill brings contacts that are new to the copy, which nothing has to be compared with: all of them in one
  -- statement. Where one is known, or has an email or phone that is another's here, all of them are left for below: to
  -- look that up for each would take as long as a fifth of the work.
  IF p_actor_kind IS NULL AND NOT EXISTS (SELECT FROM contacts WHERE organization_id = p_organization
      AND id = ANY (ARRAY(SELECT id FROM unnest(v_given)))) THEN
    BEGIN
      WITH given AS MATERIALIZED (SELECT * FROM unnest(v_given)),
      made AS (INSERT INTO contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
        SELECT p_organization, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at FROM given),
      assigned AS MATERIALIZED (SELECT id, (s ->> 0)::uuid AS segment_id, to_timestamp((s ->> 1)::double precision / 1000) AS at
        FROM given, jsonb_array_elements(segments) s),
      -- A segment that the list of segments has not named yet stands in by its id.
      unnamed AS (INSERT INTO segments (organization_id, id, title, color, created_at)
        SELECT p_organization, id, 'Segment ' || id, '#64748b', v_now FROM (SELECT DISTINCT segment_id AS id FROM assigned) a
        WHERE (SELECT true FROM segments k WHERE k.organization_id = p_organization AND k.id = a.id) IS NULL),
      written AS (INSERT INTO contact_segments (organization_id, contact_id, segment_id, assigned_at)
        SELECT p_organization, id, segment_id, at FROM assigned),
      seen AS (INSERT INTO mirror_contacts (organization_id, contact_id, seen_at) SELECT p_organization, id, p_asked FROM given)
      SELECT ARRAY(SELECT p_organization FROM given UNION ALL SELECT segment_id FROM assigned) INTO v_counted;
      PERFORM add_to_counts(p_organization, v_counted, 1);
      RETURN;
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END IF;

  -- An answer that was asked for before a change was made here must not undo it, nor bring back what was deleted.
  v_changed := ARRAY(SELECT g FROM unnest(v_given) g
    LEFT JOIN LATERAL (SELECT * FROM contacts k WHERE k.organization_id = p_organization AND k.id = g.id LIMIT 1) c ON true
    LEFT JOIN LATERAL (SELECT k.seen_at FROM mirror_contacts k
      WHERE k.organization_id = p_organization AND k.contact_id = g.id LIMIT 1) m ON true
    WHERE c.id IS NULL OR CASE
      WHEN c.deleted_at IS NOT NULL THEN c.deleted_at <= p_asked
      ELSE (m.seen_at IS NULL OR m.seen_at <= p_asked OR g.updated_at > c.updated_at)
        AND ((c.email, c.phone, c.firstname, c.lastname, c.jobtitle, c.company, c.created_at, c.updated_at)
            IS DISTINCT FROM (g.email, g.phone, g.firstname, g.lastname, g.jobtitle, g.company, g.created_at, g.updated_at)
          OR mirrored_segments(p_organization, g.id) <> g.segments)
    END);
  v_taken := ARRAY(SELECT DISTINCT r.owner FROM mirror_rivals(p_organization, v_changed) r);
  -- A service may have one email or phone twice. Then who changed last has it here, whichever is looked at; who was not seen
  -- by the fill may have vanished, and what was changed here is known to be so.
  IF p_actor_kind IS NULL AND cardinality(v_taken) > 0 THEN
    v_lost := ARRAY(SELECT DISTINCT r.given FROM mirror_rivals(p_organization, v_changed) r
      JOIN unnest(v_changed) g ON g.id = r.given
      CROSS JOIN LATERAL (SELECT k.updated_at FROM contacts k
        WHERE k.organization_id = p_organization AND k.id = r.owner LIMIT 1) c
      CROSS JOIN LATERAL (SELECT k.seen_at, k.vanished_at FROM mirror_contacts k
        WHERE k.organization_id = p_organization AND k.contact_id = r.owner LIMIT 1) m
      WHERE m.seen_at >= v_filled AND m.vanished_at IS NULL AND (c.updated_at, r.owner) > (g.updated_at, g.id));
    RETURN QUERY SELECT DISTINCT ON (r.given) r.given, r.field, r.owner FROM mirror_rivals(p_organization, v_changed) r
      WHERE r.given = ANY (v_lost) ORDER BY r.given, r.owner;
    v_changed := ARRAY(SELECT g FROM unnest(v_changed) g WHERE g.id <> ALL (v_lost));
    v_taken := ARRAY(SELECT DISTINCT r.owner FROM mirror_rivals(p_organization, v_changed) r);
  END IF;
  v_ids := ARRAY(SELECT id FROM unnest(v_changed));

  IF cardinality(v_ids) > 0 THEN
    v_known := ARRAY(SELECT changed.id FROM unnest(v_ids) AS changed (id) CROSS JOIN LATERAL (SELECT FROM contacts k
      WHERE k.organization_id = p_organization AND k.id = changed.id LIMIT 1) c);
    IF p_actor_kind IS NOT NULL THEN
      v_before := (SELECT jsonb_object_agg(changed.id, contact_fields(old.contact)
          || jsonb_build_object('segmentIds', contact_segment_ids(p_organization, changed.id)))
        FROM unnest(v_known) AS changed (id) CROSS JOIN LATERAL (SELECT k AS contact FROM contacts k
          WHERE k.organization_id = p_organization AND k.id = changed.id AND k.deleted_at IS NULL LIMIT 1) old);
    END IF;

    -- An email or phone that is another's now: who had it has vanished, or is seen again with what he has by now. Of who is
    -- known to have vanished, or was deleted as it seems, that is no news.
    RETURN QUERY SELECT DISTINCT ON (old.id) old.id, CASE WHEN old.email_key = g.email THEN 'email' ELSE 'phone' END, g.id
      FROM unnest(v_taken) AS taken (id)
      CROSS JOIN LATERAL (SELECT k.id, k.email_key, k.phone FROM contacts k
        WHERE k.organization_id = p_organization AND k.id = taken.id LIMIT 1) old
      CROSS JOIN LATERAL (SELECT k.seen_at, k.vanished_at, k.deletion_lost_at FROM mirror_contacts k
        WHERE k.organization_id = p_organization AND k.contact_id = taken.id LIMIT 1) m
      JOIN unnest(v_changed) g ON g.email = old.email_key OR g.phone = old.phone
      WHERE m.seen_at >= v_filled AND m.vanished_at IS NULL AND coalesce(m.deletion_lost_at < m.seen_at, true) ORDER BY old.id, g.id;
    PERFORM add_to_counts(p_organization, mirror_counted(p_organization, v_known || v_taken), -1);
    -- Also of those given: while they change places, an email would be there twice.
    v_moved := ARRAY(SELECT g.id FROM unnest(v_changed) g
      CROSS JOIN LATERAL (SELECT k.email, k.phone FROM contacts k
        WHERE k.organization_id = p_organization AND k.id = g.id AND k.deleted_at IS NULL LIMIT 1) c
      WHERE g.id = ANY (v_known) AND (c.email, c.phone) IS DISTINCT FROM (g.email, g.phone));
    FOREACH v_id IN ARRAY v_taken || v_moved LOOP
      UPDATE contacts SET deleted_at = v_now, deleted_by = 'The contacts service', deleted_by_kind = 'system', deleted_by_id = NULL
      WHERE organization_id = p_organization AND id = v_id;
    END LOOP;
    FOREACH v_id IN ARRAY v_taken LOOP
      UPDATE mirror_contacts SET vanished_at = coalesce(vanished_at, v_now)
      WHERE organization_id = p_organization AND contact_id = v_id;
    END LOOP;

    INSERT INTO contacts AS c (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
    SELECT p_organization, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at FROM unnest(v_changed)
    ON CONFLICT (organization_id, id) DO UPDATE SET email = excluded.email, phone = excluded.phone,
      firstname = excluded.firstname, lastname = excluded.lastname, jobtitle = excluded.jobtitle, company = excluded.company,
      created_at = excluded.created_at, updated_at = excluded.updated_at, version = c.version + 1,
      deleted_at = NULL, deleted_by = NULL, deleted_by_kind = NULL, deleted_by_id = NULL, deletion_id = NULL;

    INSERT INTO segments (organization_id, id, title, color, created_at)
    SELECT p_organization, id, 'Segment ' || id, '#64748b', v_now FROM (
      SELECT DISTINCT (s ->> 0)::uuid AS id FROM unnest(v_changed) g, jsonb_array_elements(g.segments) s) assigned
    WHERE NOT EXISTS (SELECT FROM segments k WHERE k.organization_id = p_organization AND k.id = assigned.id);
    DELETE FROM contact_segments WHERE ctid = ANY (ARRAY(SELECT old.ctid FROM unnest(v_known) AS changed (id)
      CROSS JOIN LATERAL (SELECT s.ctid FROM contact_segments s
        WHERE s.organization_id = p_organization AND s.contact_id = changed.id OFFSET 0) old));
    INSERT INTO contact_segments (organization_id, contact_id, segment_id, assigned_at)
    SELECT p_organization, g.id, (s ->> 0)::uuid, to_timestamp((s ->> 1)::numeric / 1000)
    FROM unnest(v_changed) g, jsonb_array_elements(g.segments) s;
    PERFORM add_to_counts(p_organization, mirror_counted(p_organization, v_ids), 1);

    IF p_actor_kind IS NOT NULL THEN
      INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id)
      SELECT p_organization, uuid_of(clock_timestamp()), v_now,
        CASE WHEN changed.before IS NULL THEN 'contact.created' ELSE 'contact.updated' END, p_actor_kind, p_actor_id, p_actor_name, changed.id,
        CASE WHEN changed.before IS NOT NULL THEN differing(changed.before, changed.after) END,
        CASE WHEN changed.before IS NOT NULL THEN differing(changed.after, changed.before)
          WHEN changed.after -> 'segmentIds' = '[]' THEN changed.after - 'segmentIds' ELSE changed.after END, p_request
      FROM (SELECT given.id, contact_fields(new.contact) || jsonb_build_object('segmentIds', contact_segment_ids(p_organization, given.id)) AS after,
          -- What the copy did not know before is only new if the service says so.
          coalesce(v_before -> given.id::text, CASE WHEN NOT p_created THEN '{}'::jsonb END) AS before
        FROM unnest(v_ids) AS given (id) CROSS JOIN LATERAL (SELECT k AS contact FROM contacts k
          WHERE k.organization_id = p_organization AND k.id = given.id LIMIT 1) new) changed
      WHERE changed.before IS DISTINCT FROM changed.after;
    END IF;
  END IF;

  INSERT INTO mirror_contacts AS m (organization_id, contact_id, seen_at)
  SELECT p_organization, g.id, CASE WHEN p_actor_kind IS NULL THEN p_asked ELSE v_now END FROM unnest(v_given) g
  CROSS JOIN LATERAL (SELECT FROM contacts k
    WHERE k.organization_id = p_organization AND k.id = g.id AND k.deleted_at IS NULL LIMIT 1) c
  ON CONFLICT (organization_id, contact_id) DO UPDATE SET seen_at = greatest(m.seen_at, excluded.seen_at),
    vanished_at = CASE WHEN m.vanished_at > p_asked THEN m.vanished_at END;
END
$$;
--> statement-breakpoint
-- Makes such changes of contacts whose rows are locked. Rows are looked up one by one, in subqueries with an OFFSET: the
-- planner might join all assignments of the organization.
CREATE FUNCTION write_segment_changes(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_now timestamptz, p_changes segment_change[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_times jsonb := (SELECT jsonb_object_agg(contact_id, new_updated_at) FROM unnest(p_changes));
BEGIN
  DELETE FROM contact_segments WHERE ctid = ANY (ARRAY(SELECT gone.ctid FROM unnest(p_changes) c
    CROSS JOIN LATERAL (SELECT s.ctid FROM contact_segments s WHERE s.organization_id = p_organization
      AND s.contact_id = c.contact_id AND s.segment_id = ANY (c.removed) OFFSET 0) gone));
  INSERT INTO contact_segments (organization_id, contact_id, segment_id, assigned_at)
  SELECT p_organization, c.contact_id, a.id, a.at FROM unnest(p_changes) c, unnest(c.added, c.added_at) AS a (id, at);
  PERFORM add_to_counts(p_organization, ARRAY(SELECT unnest(removed) FROM unnest(p_changes)), -1);
  PERFORM add_to_counts(p_organization, ARRAY(SELECT unnest(added) FROM unnest(p_changes)), 1);
  UPDATE contacts SET updated_at = (v_times ->> id::text)::timestamptz, version = version + 1
  WHERE organization_id = p_organization AND id = ANY (ARRAY(SELECT contact_id FROM unnest(p_changes)));
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), p_now, 'contact.updated', p_actor_kind, p_actor_id, p_actor_name, contact_id,
    jsonb_build_object('segmentIds', before), jsonb_build_object('segmentIds', ARRAY(
      SELECT segment_id FROM contact_segments s WHERE s.organization_id = p_organization AND s.contact_id = c.contact_id
      ORDER BY assigned_at, segment_id)), p_request
  FROM unnest(p_changes) c;
END
$$;
--> statement-breakpoint
-- POST /bulk-changes/{id}/run: makes the change to the next chunk; returns the change as it is now, no row where there is
-- none.
CREATE FUNCTION run_bulk_change(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid) RETURNS SETOF bulk_changes LANGUAGE plpgsql AS $$
DECLARE
  v_change bulk_changes;
  v_contacts uuid[];
  v_locked uuid[];
  v_add uuid[];
  v_now timestamptz;
  v_changes segment_change[];
  v_changed integer;
  v_gone integer;
BEGIN
  SELECT * INTO v_change FROM bulk_changes WHERE organization_id = p_organization AND id = p_id FOR UPDATE;
  IF v_change.state = 'running' THEN
    SELECT contact_ids INTO STRICT v_contacts FROM bulk_change_chunks
    WHERE organization_id = p_organization AND bulk_change_id = p_id AND number = v_change.position + 1;
    IF v_change.kind = 'delete' THEN
      v_changed := trash_contacts(p_organization, p_actor_kind, p_actor_id, p_actor_name, p_request, p_id, v_contacts);
      v_gone := cardinality(v_contacts) - v_changed;
    ELSE
      v_locked := ARRAY(SELECT id FROM contacts WHERE organization_id = p_organization AND id = ANY (v_contacts)
        AND deleted_at IS NULL ORDER BY id FOR UPDATE);
      v_now := date_trunc('milliseconds', clock_timestamp());
      -- One that has been deleted meanwhile can no longer be added.
      v_add := ARRAY(SELECT id FROM segments WHERE organization_id = p_organization AND id = ANY (v_change.add_ids) ORDER BY id);
      v_changes := ARRAY(SELECT ROW(d.*)::segment_change FROM (
        SELECT c.id, c.updated_at, greatest(v_now, c.updated_at), s.before, a.added,
          array_fill(v_now, ARRAY[cardinality(a.added)]), s.removed, s.removed_at
        FROM contacts c CROSS JOIN LATERAL (
          SELECT coalesce(array_agg(segment_id ORDER BY assigned_at, segment_id), '{}') AS before,
            coalesce(array_agg(segment_id ORDER BY segment_id) FILTER (WHERE segment_id = ANY (v_change.remove_ids)), '{}') AS removed,
            coalesce(array_agg(assigned_at ORDER BY segment_id) FILTER (WHERE segment_id = ANY (v_change.remove_ids)), '{}') AS removed_at
          FROM contact_segments WHERE organization_id = p_organization AND contact_id = c.id) s
        CROSS JOIN LATERAL (SELECT ARRAY(SELECT id FROM unnest(v_add) AS id WHERE id <> ALL (s.before)) AS added) a
        WHERE c.organization_id = p_organization AND c.id = ANY (v_locked)
          AND (cardinality(a.added) > 0 OR cardinality(s.removed) > 0)) d);
      PERFORM write_segment_changes(p_organization, p_actor_kind, p_actor_id, p_actor_name, p_request, v_now, v_changes);
      v_changed := cardinality(v_changes);
      v_gone := cardinality(v_contacts) - cardinality(v_locked);
      UPDATE bulk_change_chunks SET changed_at = v_now, segment_changes = to_jsonb(v_changes)
      WHERE organization_id = p_organization AND bulk_change_id = p_id AND number = v_change.position + 1;
    END IF;
    UPDATE bulk_changes SET position = position + 1, processed = processed + cardinality(v_contacts),
      changed = changed + v_changed, gone = gone + v_gone, state = CASE WHEN position + 1 < chunks THEN 'running' ELSE 'finished' END,
      updated_at = date_trunc('milliseconds', clock_timestamp())
    WHERE organization_id = p_organization AND id = p_id;
  END IF;
  RETURN QUERY SELECT * FROM bulk_changes WHERE organization_id = p_organization AND id = p_id;
END
$$;
--> statement-breakpoint
-- POST /bulk-changes/{id}/undo: puts back the chunk that was changed last, which ends the change if it is running; returns
-- it as it is now. What has been changed since is left as it is: a contact that came back, a segment that was assigned or
-- taken away again.
CREATE FUNCTION undo_bulk_change(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid) RETURNS SETOF bulk_changes LANGUAGE plpgsql AS $$
DECLARE
  v_change bulk_changes;
  v_chunk bulk_change_chunks;
  v_contacts uuid[];
  v_now timestamptz;
  v_changes segment_change[];
  v_undone integer := 0;
  v_conflicts integer := 0;
BEGIN
  SELECT * INTO v_change FROM bulk_changes WHERE organization_id = p_organization AND id = p_id FOR UPDATE;
  IF v_change.state <> 'undone' THEN
    SELECT * INTO v_chunk FROM bulk_change_chunks
    WHERE organization_id = p_organization AND bulk_change_id = p_id AND number = v_change.position;
    -- What was not changed yet never will be.
    DELETE FROM bulk_change_chunks
    WHERE organization_id = p_organization AND bulk_change_id = p_id AND number > v_change.position;
    IF v_change.kind = 'delete' THEN
      v_contacts := ARRAY(SELECT id FROM (SELECT id, deleted_at, deletion_id FROM contacts
        WHERE organization_id = p_organization AND id = ANY (v_chunk.contact_ids) ORDER BY id FOR UPDATE OFFSET 0) c
        WHERE deleted_at IS NOT NULL AND deletion_id = p_id);
      v_undone := restore_contacts(p_organization, p_actor_kind, p_actor_id, p_actor_name, p_request, v_contacts);
      v_conflicts := cardinality(v_contacts) - v_undone;
    ELSE
      v_contacts := ARRAY(SELECT contact_id FROM jsonb_populate_recordset(NULL::segment_change, v_chunk.segment_changes));
      PERFORM FROM contacts WHERE organization_id = p_organization AND id = ANY (v_contacts) ORDER BY id FOR UPDATE;
      v_now := date_trunc('milliseconds', clock_timestamp());
      v_changes := ARRAY(SELECT ROW(d.*)::segment_change FROM (
        SELECT o.contact_id, c.updated_at,
          CASE WHEN c.updated_at = o.new_updated_at THEN o.old_updated_at ELSE greatest(v_now, c.updated_at) END,
          s.before, back.added, back.added_at, s.removed, s.removed_at
        FROM jsonb_populate_recordset(NULL::segment_change, v_chunk.segment_changes) o
        CROSS JOIN LATERAL (SELECT updated_at FROM contacts
          WHERE organization_id = p_organization AND id = o.contact_id AND deleted_at IS NULL OFFSET 0) c
        CROSS JOIN LATERAL (
          SELECT coalesce(array_agg(segment_id ORDER BY assigned_at, segment_id), '{}') AS before,
            coalesce(array_agg(segment_id) FILTER (WHERE segment_id = ANY (o.added) AND assigned_at = v_chunk.changed_at), '{}') AS removed,
            array_agg(assigned_at) FILTER (WHERE segment_id = ANY (o.added) AND assigned_at = v_chunk.changed_at) AS removed_at
          FROM contact_segments WHERE organization_id = p_organization AND contact_id = o.contact_id) s
        CROSS JOIN LATERAL (
          SELECT coalesce(array_agg(r.id), '{}') AS added, array_agg(r.at) AS added_at
          FROM unnest(o.removed, o.removed_at) AS r (id, at) WHERE r.id <> ALL (s.before)
            AND EXISTS (SELECT FROM segments WHERE organization_id = p_organization AND id = r.id)) back
        WHERE cardinality(back.added) > 0 OR cardinality(s.removed) > 0) d);
      PERFORM write_segment_changes(p_organization, p_actor_kind, p_actor_id, p_actor_name, p_request, v_now, v_changes);
      v_undone := cardinality(v_changes);
    END IF;
    UPDATE bulk_changes SET position = greatest(position - 1, 0), undone = undone + v_undone,
      conflicts = conflicts + v_conflicts, state = CASE WHEN position > 1 THEN 'undoing' ELSE 'undone' END,
      updated_at = date_trunc('milliseconds', clock_timestamp())
    WHERE organization_id = p_organization AND id = p_id;
  END IF;
  RETURN QUERY SELECT * FROM bulk_changes WHERE organization_id = p_organization AND id = p_id;
END
$$;
--> statement-breakpoint
-- DELETE /segments/{id}: returns it as it was, no row where there is none. What comes back with it waits in the trash.
CREATE FUNCTION trash_segment(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
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
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, request_id)
  VALUES (p_organization, uuid_of(clock_timestamp()), v_now, 'segment.deleted', p_actor_kind, p_actor_id, p_actor_name, p_id,
    jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request);
  RETURN NEXT v_segment;
END
$$;
--> statement-breakpoint
-- POST /trash/segments/{id}/restore: returns the segment, no row where none is in the trash; the constraint says where
-- another one has its title.
CREATE FUNCTION restore_segment(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid, p_title text) RETURNS SETOF segments LANGUAGE plpgsql AS $$
DECLARE
  v_gone deleted_segments;
  v_segment segments;
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
  INSERT INTO contact_segments (organization_id, contact_id, segment_id, assigned_at)
  SELECT p_organization, c.id, p_id, c.at FROM unnest(v_gone.contact_ids, v_gone.assigned_at) AS c (id, at)
  WHERE EXISTS (SELECT FROM contacts WHERE organization_id = p_organization AND id = c.id);
  INSERT INTO referral_code_segments (organization_id, referral_code_id, segment_id)
  SELECT p_organization, unnest(v_gone.referral_code_ids), p_id;
  DELETE FROM contact_counts WHERE organization_id = p_organization AND counted_id = p_id;
  PERFORM add_to_counts(p_organization, ARRAY[p_id], (SELECT count(*) FROM (SELECT deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (v_gone.contact_ids) OFFSET 0) c WHERE deleted_at IS NULL));
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, after, request_id)
  VALUES (p_organization, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), 'segment.restored',
    p_actor_kind, p_actor_id, p_actor_name, p_id, jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request);
  RETURN NEXT v_segment;
END
$$;
