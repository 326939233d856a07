-- The write path of a copy: what a remote service answered is recorded by its ids, with its values and times. The lock of
-- the mirror's row lets one recording in at a time; each is short.
--
-- Rows are looked up one by one, in subqueries with a LIMIT or an OFFSET: the planner would join all rows of the
-- organization, of which it knows nothing or what was true when the table was empty.

CREATE TYPE mirrored_contact AS (
  id uuid, email text, phone text, firstname text, lastname text, jobtitle text, company text,
  created_at timestamptz, updated_at timestamptz, segments jsonb
);
--> statement-breakpoint
-- Assignments as [[segment id, milliseconds]], oldest first.
CREATE FUNCTION mirrored_segments(p_organization uuid, p_contact uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_array(segment_id, (extract(epoch FROM assigned_at) * 1000)::bigint)
    ORDER BY assigned_at, segment_id), '[]')
  FROM contact_segments WHERE organization_id = p_organization AND contact_id = p_contact
$$;
--> statement-breakpoint
-- What each contact counts for: its organization and its segments.
CREATE FUNCTION mirror_counted(p_organization uuid, p_contacts uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT counted.id FROM unnest(p_contacts) AS given (id)
    CROSS JOIN LATERAL (SELECT c.id FROM contacts c
      WHERE c.organization_id = p_organization AND c.id = given.id AND c.deleted_at IS NULL LIMIT 1) live
    CROSS JOIN LATERAL (SELECT p_organization AS id UNION ALL SELECT s.segment_id FROM contact_segments s
      WHERE s.organization_id = p_organization AND s.contact_id = live.id OFFSET 0) counted)
$$;
--> statement-breakpoint
-- Who has the email or phone of which of these contacts, and is none of them.
CREATE FUNCTION mirror_rivals(p_organization uuid, p_given mirrored_contact[])
RETURNS TABLE (owner uuid, given uuid, field text) LANGUAGE sql STABLE AS $$
  SELECT had.id, g.id, had.field FROM unnest(p_given) g
  CROSS JOIN LATERAL (
    (SELECT id, 'email' AS field FROM contacts WHERE organization_id = p_organization AND email_key = g.email AND deleted_at IS NULL LIMIT 1)
    UNION ALL
    (SELECT id, 'phone' FROM contacts WHERE organization_id = p_organization AND phone = g.phone AND deleted_at IS NULL LIMIT 1)) had
  WHERE had.id <> ALL (ARRAY(SELECT id FROM unnest(p_given)))
$$;
--> statement-breakpoint
-- Records contacts, no two with one id, email or phone, as an answer had them that was asked for at `p_asked`. With an
-- actor it is the answer to a change (`p_created`: of a contact that did not exist before) and leaves an activity.
-- Returns which contacts that the fill has seen, or of those given, gave way to whom, for the sake of their email or phone.
CREATE FUNCTION mirror_contacts(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
      UPDATE contacts SET deleted_at = v_now, deleted_by = 'The contacts service'
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
      deleted_at = NULL, deleted_by = NULL, deletion_id = NULL;

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
      INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, before, after, request_id)
      SELECT p_organization, uuid_of(clock_timestamp()), v_now,
        CASE WHEN changed.before IS NULL THEN 'contact.created' ELSE 'contact.updated' END, p_actor_kind, p_actor_name, changed.id,
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
CREATE TYPE mirrored_segment AS (id uuid, title text, color text);
--> statement-breakpoint
-- Records the list of all segments. Those that it has not had for a day are gone, and so are their assignments: one
-- answer may be wrong, and what is deleted here a service without a list of contacts never brings again.
CREATE FUNCTION mirror_segments(p_organization uuid, p_asked timestamptz, p_segments jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c_day CONSTANT bigint := 24 * 60 * 60 * 1000;
  v_asked bigint := extract(epoch FROM p_asked) * 1000;
  v_before jsonb;
  v_missing jsonb;
  v_gone uuid[];
  v_given mirrored_segment[];
BEGIN
  SELECT missing_segments INTO v_before FROM mirrors WHERE organization_id = p_organization FOR NO KEY UPDATE;
  v_missing := coalesce((SELECT jsonb_object_agg(id, coalesce((v_before ->> id::text)::bigint, v_asked)) FROM segments
    WHERE organization_id = p_organization AND created_at <= p_asked
      AND id NOT IN (SELECT (s ->> 'id')::uuid FROM jsonb_array_elements(p_segments) s)), '{}');
  v_gone := ARRAY(SELECT key::uuid FROM jsonb_each_text(v_missing) WHERE value::bigint <= v_asked - c_day);
  UPDATE mirrors SET missing_segments = v_missing - v_gone::text[]
  WHERE organization_id = p_organization AND missing_segments <> v_missing - v_gone::text[];
  DELETE FROM segments WHERE organization_id = p_organization AND id = ANY (v_gone);
  DELETE FROM contact_counts WHERE organization_id = p_organization AND counted_id = ANY (v_gone);
  -- Another service may have twins, which the constraint on titles does not allow.
  v_given := ARRAY(SELECT ROW(id, CASE WHEN row_number() OVER (PARTITION BY caseless(title) ORDER BY id) = 1 THEN title
      ELSE left(title, 60) || ' ' || id END, color)::mirrored_segment
    FROM (SELECT DISTINCT ON (s ->> 'id') (s ->> 'id')::uuid AS id, left(s ->> 'title', 100) AS title,
        coalesce(s ->> 'color', '#64748b') AS color FROM jsonb_array_elements(p_segments) s) g);
  -- Titles may have changed places: nobody keeps one that another one takes.
  UPDATE segments s SET title = s.id::text FROM unnest(v_given) g
  WHERE s.organization_id = p_organization AND s.id = g.id AND s.title <> g.title;
  INSERT INTO segments AS s (organization_id, id, title, color, created_at)
  SELECT p_organization, id, title, color, p_asked FROM unnest(v_given)
  ON CONFLICT (organization_id, id) DO UPDATE SET title = excluded.title, color = excluded.color
    WHERE (s.title, s.color) IS DISTINCT FROM (excluded.title, excluded.color);
END
$$;
