-- The write path of contacts. Each function is one statement for its caller: one round trip, one transaction, with
-- the rules, the rows, the counters and the activity record together. A race shows as serialization failure,
-- deadlock, unique or foreign key violation; the caller repeats the call, which then sees what the other one did.
--
-- Those with a query in them are PL/pgSQL, which plans it once a session: before PostgreSQL 18 a function in SQL that
-- cannot be inlined plans it at every call, which costs more than to run it. What every upsert does stands in the function
-- itself: a call of another function is as dear as a query.

ALTER TABLE referral_codes ADD CONSTRAINT referral_codes_referrer FOREIGN KEY (organization_id, referrer_id)
  REFERENCES contacts (organization_id, id) ON DELETE SET NULL (referrer_id);
--> statement-breakpoint
-- Keeps what search and sort compare. A trigger, because the expressions of generated columns are planned anew for every
-- statement, which costs more than to store the row. U+10FFFF sorts after every text in the "C" collation: contacts
-- without a name, email or company come last. Folding can make a text many times longer; index rows and cursors have
-- to stay short. A phone stands without its plus, of which the trigram index knows nothing: its first digits are the
-- beginning of a word.
CREATE FUNCTION contact_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Each part once: the shorter a text with accents is, the cheaper, and most parts have none.
  v_firstname text := coalesce(fold(NEW.firstname), '');
  v_lastname text := coalesce(fold(NEW.lastname), '');
  v_company text := fold(NEW.company);
BEGIN
  NEW.search_text := ' ' || v_firstname || ' ' || v_lastname || ' ' || coalesce(fold(NEW.email), '')
    || ' ' || coalesce(ltrim(fold(NEW.phone), '+'), '') || ' ' || coalesce(v_company, '');
  NEW.name_key := coalesce(nullif(left(btrim(v_firstname || ' ' || v_lastname), 200), ''), U&'\+10FFFF');
  NEW.email_key := coalesce(NEW.email, U&'\+10FFFF' || NEW.id);
  NEW.company_key := coalesce(left(v_company, 200), U&'\+10FFFF');
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER contact_keys BEFORE INSERT OR UPDATE OF email, phone, firstname, lastname, company ON contacts
  FOR EACH ROW EXECUTE FUNCTION contact_keys();
--> statement-breakpoint
-- Also where foreign keys are not checked, because whoever writes knows that what they point at is there.
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys;
--> statement-breakpoint
-- Adds to the counters of an organization (its own id) and of its segments.
CREATE FUNCTION add_to_counts(p_organization uuid, p_counted uuid[], p_change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_counts AS c (organization_id, counted_id, shard, count)
  SELECT p_organization, counted, pg_backend_pid() % 64, count(*) * p_change
  FROM unnest(p_counted) AS counted GROUP BY counted ORDER BY counted
  ON CONFLICT (organization_id, counted_id, shard) DO UPDATE SET count = c.count + excluded.count;
END
$$;
--> statement-breakpoint
-- The plain fields of a contact as the API names them, those with a value.
CREATE FUNCTION contact_fields(c contacts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('email', c.email, 'phone', c.phone, 'firstname', c.firstname,
    'lastname', c.lastname, 'jobtitle', c.jobtitle, 'company', c.company))
$$;
--> statement-breakpoint
-- Assignments as [segment id, time] pairs, oldest first.
CREATE FUNCTION contact_segment_list(p_organization uuid, p_contact uuid) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_agg(json_build_array(segment_id, assigned_at) ORDER BY assigned_at, segment_id)
    FROM contact_segments WHERE organization_id = p_organization AND contact_id = p_contact);
END
$$;
--> statement-breakpoint
CREATE FUNCTION contact_segment_ids(p_organization uuid, p_contact uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(segment_id ORDER BY assigned_at, segment_id), '{}')
    FROM contact_segments WHERE organization_id = p_organization AND contact_id = p_contact);
END
$$;
--> statement-breakpoint
-- What is wrong with a list of segment ids: [{path, problem}] or null.
CREATE FUNCTION segment_problems(p_organization uuid, p_segments uuid[]) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT jsonb_agg(jsonb_build_object('path', 'segmentIds.' || (position - 1), 'problem', 'unknown_segment') ORDER BY position)
    FROM unnest(p_segments) WITH ORDINALITY AS given (id, position)
    WHERE NOT EXISTS (SELECT FROM segments s WHERE s.organization_id = p_organization AND s.id = given.id));
END
$$;
--> statement-breakpoint
-- Why the code cannot be redeemed by the contact (null: a contact that does not exist yet), or null.
CREATE FUNCTION redemption_problem(p_code referral_codes, p_contact uuid, p_now timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_code.id IS NULL THEN 'code_not_recognised'
    WHEN p_code.referrer_id = p_contact THEN 'code_own'
    WHEN NOT p_code.active THEN 'code_switched_off'
    WHEN p_code.expires_at <= p_now THEN 'code_expired'
    WHEN p_code.redemption_count >= p_code.max_redemptions THEN 'code_used_up'
  END
$$;
--> statement-breakpoint
-- `counted`: what an upsert adds the contact to, the organization and segments; its caller adds it up, once for many.
-- `place`: which of many it is the outcome of.
CREATE TYPE contact_outcome AS (
  outcome text, problems jsonb, id uuid, email varchar, phone varchar, firstname varchar, lastname varchar,
  jobtitle varchar, company varchar, created_at timestamptz, updated_at timestamptz, version integer, segments json,
  counted uuid[], place integer
);
--> statement-breakpoint
CREATE FUNCTION outcome_of(p_outcome text, c contacts, p_segments json, p_counted uuid[] DEFAULT NULL) RETURNS contact_outcome LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (p_outcome, NULL::jsonb, c.id, c.email, c.phone, c.firstname, c.lastname, c.jobtitle, c.company,
    c.created_at, c.updated_at, c.version, p_segments, p_counted, NULL::integer)::contact_outcome;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refusal_of(p_outcome text, p_problems jsonb) RETURNS contact_outcome LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_refusal contact_outcome;
BEGIN
  v_refusal.outcome := p_outcome;
  v_refusal.problems := p_problems;
  RETURN v_refusal;
END
$$;
--> statement-breakpoint
-- Whether one of them is the contact's version, as `etagOf` in the program makes it.
CREATE FUNCTION etag_matches(p_etags text[], c contacts) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN p_etags IS NULL OR '*' = ANY (p_etags) OR c.version || '-' ||
    (SELECT coalesce(left(encode(sha256(string_agg(segment_id::text, '' ORDER BY segment_id)::bytea), 'hex'), 12), '0')
      FROM contact_segments WHERE organization_id = c.organization_id AND contact_id = c.id)
    || '-' || c.id = ANY (p_etags);
END
$$;
--> statement-breakpoint
-- The plain fields of a contact that another version of it has otherwise; those without a value are left out.
CREATE FUNCTION differing_fields(email text, phone text, firstname text, lastname text, jobtitle text, company text,
  other_email text, other_phone text, other_firstname text, other_lastname text, other_jobtitle text, other_company text)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'email', CASE WHEN email IS DISTINCT FROM other_email THEN email END,
    'phone', CASE WHEN phone IS DISTINCT FROM other_phone THEN phone END,
    'firstname', CASE WHEN firstname IS DISTINCT FROM other_firstname THEN firstname END,
    'lastname', CASE WHEN lastname IS DISTINCT FROM other_lastname THEN lastname END,
    'jobtitle', CASE WHEN jobtitle IS DISTINCT FROM other_jobtitle THEN jobtitle END,
    'company', CASE WHEN company IS DISTINCT FROM other_company THEN company END))
$$;
--> statement-breakpoint
CREATE FUNCTION contact_differences(c contacts, other contacts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT differing_fields(c.email, c.phone, c.firstname, c.lastname, c.jobtitle, c.company,
    other.email, other.phone, other.firstname, other.lastname, other.jobtitle, other.company)
$$;
--> statement-breakpoint
-- Of the values those that the others do not have, or have otherwise.
CREATE FUNCTION differing(p_values jsonb, p_others jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(p_values)
    WHERE p_others -> key IS DISTINCT FROM value);
END
$$;
--> statement-breakpoint
-- What an upsert would do to the contact, as it is stored (empty: to make one), with what it alone knows in `problems`.
CREATE FUNCTION verdict_of(c contacts, p_added uuid[], p_redeems boolean, p_problem text) RETURNS contact_outcome LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_verdict contact_outcome := outcome_of('verdict', c, contact_segment_list(c.organization_id, c.id));
BEGIN
  v_verdict.problems := jsonb_build_object('added', p_added, 'redeems', p_redeems, 'problem', p_problem);
  RETURN v_verdict;
END
$$;
--> statement-breakpoint
-- POST /contacts. Outcomes: created, updated, unchanged; invalid and conflict with `problems`, and stale, nothing written.
-- `p_match`, `p_none`: versions of which the contact found has to be one, and must be none. `p_dry`: outcome verdict in
-- place of the writing; a code that cannot be redeemed is then no reason to say nothing else.
CREATE FUNCTION upsert_contact(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, before, after, request_id)
    VALUES (p_organization, uuid_of(clock_timestamp()), v_now, CASE WHEN v_old.id IS NULL THEN 'contact.created' ELSE 'contact.updated' END,
      p_actor_kind, p_actor_name, v_new.id, v_before, v_after, p_request);
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
CREATE TYPE given_upsert AS (
  place integer, actor_kind text, actor_name text, request text, email text, phone text, firstname text, lastname text,
  jobtitle text, company text, segments uuid[], code text, etags text[], none_of text[]
);
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
    SELECT g.place, g.actor_kind, g.actor_name, g.request, n.*, o.tid, o.version,
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
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, before, after, request_id)
    SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.' || outcome, actor_kind, actor_name, id, before, after, request
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
  CROSS JOIN LATERAL upsert_contact(p_organization, g.actor_kind, g.actor_name, g.request, g.email, g.phone, g.firstname,
    g.lastname, g.jobtitle, g.company, g.segments, g.code, g.etags, g.none_of, false) r
  WHERE g.place <> ALL (ARRAY(SELECT place FROM settled));
END
$$;
--> statement-breakpoint
-- PUT /contacts/{id}. `p_patch` has the keys that were sent, null to clear; `p_segments` null leaves assignments alone.
-- Outcomes: updated, unchanged; missing, stale, invalid and conflict, nothing written.
CREATE FUNCTION update_contact(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, before, after, request_id)
  VALUES (p_organization, uuid_of(clock_timestamp()), v_now, 'contact.updated', p_actor_kind, p_actor_name, p_id,
    v_before, v_after, p_request);
  RETURN outcome_of('updated', v_new, contact_segment_list(p_organization, p_id));
END
$$;
--> statement-breakpoint
-- Moves contacts to the trash; returns how many. Ids that are unknown or there already are passed over.
CREATE FUNCTION trash_contacts(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, before, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.deleted', p_actor_kind, p_actor_name, c.id,
    contact_fields(c) || CASE WHEN s.ids IS NULL THEN '{}' ELSE jsonb_build_object('segmentIds', s.ids) END, p_request
  FROM contacts c CROSS JOIN LATERAL (
    SELECT array_agg(segment_id ORDER BY assigned_at, segment_id) AS ids FROM contact_segments
    WHERE organization_id = p_organization AND contact_id = c.id) s
  WHERE c.organization_id = p_organization AND c.id = ANY (v_ids);
  UPDATE contacts SET deleted_at = v_now, deleted_by = p_actor_name, deletion_id = p_deletion
  WHERE organization_id = p_organization AND id = ANY (v_ids);
  PERFORM add_to_counts(p_organization, array_fill(p_organization, ARRAY[cardinality(v_ids)]) || ARRAY(
    SELECT segment_id FROM contact_segments WHERE organization_id = p_organization AND contact_id = ANY (v_ids)), -1);
  RETURN cardinality(v_ids);
END
$$;
--> statement-breakpoint
-- DELETE /contacts/{id}. Outcomes: deleted, with the last representation; missing, stale.
CREATE FUNCTION trash_contact(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
  PERFORM trash_contacts(p_organization, p_actor_kind, p_actor_name, p_request, p_deletion, ARRAY[p_id]);
  RETURN outcome_of('deleted', v_contact, contact_segment_list(p_organization, p_id));
END
$$;
--> statement-breakpoint
-- Takes contacts out of the trash, as they were; returns how many. A contact whose email or phone another one has by
-- now, or that another of the same call has, stays; of those that collide the one deleted last comes back.
CREATE FUNCTION restore_contacts(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
      UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deletion_id = NULL
      WHERE organization_id = p_organization AND id = ANY (v_restored);
      v_all := v_all || v_restored;
    EXCEPTION WHEN unique_violation THEN
      -- Somebody has just taken an email or phone. Among many who create contacts that would happen each time that all
      -- are tried anew: one by one, each that can comes back.
      FOREACH v_id IN ARRAY v_restored LOOP
        BEGIN
          UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deletion_id = NULL
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
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, after, request_id)
    SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.restored', p_actor_kind, p_actor_name, c.id, contact_fields(c), p_request
    FROM contacts c WHERE c.organization_id = p_organization AND c.id = ANY (v_all);
  END IF;
  RETURN cardinality(v_all);
END
$$;
--> statement-breakpoint
-- Deletes contacts in the trash forever; returns how many. What the activity remembers of their data goes with them,
-- that they existed and what was done stays.
CREATE FUNCTION purge_contacts(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
  p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_ids uuid[];
BEGIN
  v_ids := ARRAY(SELECT id FROM (SELECT id, deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (p_ids) ORDER BY id FOR UPDATE OFFSET 0) c WHERE deleted_at IS NOT NULL);
  DELETE FROM contacts WHERE organization_id = p_organization AND id = ANY (v_ids);
  UPDATE activities SET before = NULL, after = NULL WHERE organization_id = p_organization AND subject_id = ANY (v_ids);
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.purged', p_actor_kind, p_actor_name, id, p_request FROM unnest(v_ids) id;
  RETURN cardinality(v_ids);
END
$$;
