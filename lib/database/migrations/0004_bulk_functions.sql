-- Bulk changes: one chunk a call, in the transaction of the call, together with how far the change is. The lock of the
-- change's row lets one call in at a time, from wherever it comes; the next goes on behind it.

-- A change of a contact's segments: those it had, those that come and go with the time of their assignment.
CREATE TYPE segment_change AS (
  contact_id uuid, old_updated_at timestamptz, new_updated_at timestamptz, before uuid[],
  added uuid[], added_at timestamptz[], removed uuid[], removed_at timestamptz[]
);
--> statement-breakpoint
-- Ids are next to random, compressing them is in vain.
ALTER TABLE bulk_change_chunks ALTER COLUMN contact_ids SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Makes such changes of contacts whose rows are locked. Rows are looked up one by one, in subqueries with an OFFSET: the
-- planner might join all assignments of the organization.
CREATE FUNCTION write_segment_changes(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, before, after, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), p_now, 'contact.updated', p_actor_kind, p_actor_name, contact_id,
    jsonb_build_object('segmentIds', before), jsonb_build_object('segmentIds', ARRAY(
      SELECT segment_id FROM contact_segments s WHERE s.organization_id = p_organization AND s.contact_id = c.contact_id
      ORDER BY assigned_at, segment_id)), p_request
  FROM unnest(p_changes) c;
END
$$;
--> statement-breakpoint
-- POST /bulk-changes/{id}/run: makes the change to the next chunk; returns the change as it is now, no row where there is
-- none.
CREATE FUNCTION run_bulk_change(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
      v_changed := trash_contacts(p_organization, p_actor_kind, p_actor_name, p_request, p_id, v_contacts);
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
      PERFORM write_segment_changes(p_organization, p_actor_kind, p_actor_name, p_request, v_now, v_changes);
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
CREATE FUNCTION undo_bulk_change(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
    IF v_change.kind = 'delete' THEN
      v_contacts := ARRAY(SELECT id FROM (SELECT id, deleted_at, deletion_id FROM contacts
        WHERE organization_id = p_organization AND id = ANY (v_chunk.contact_ids) ORDER BY id FOR UPDATE OFFSET 0) c
        WHERE deleted_at IS NOT NULL AND deletion_id = p_id);
      v_undone := restore_contacts(p_organization, p_actor_kind, p_actor_name, p_request, v_contacts);
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
      PERFORM write_segment_changes(p_organization, p_actor_kind, p_actor_name, p_request, v_now, v_changes);
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
-- Long lists of ids next to random: compressing them is in vain.
ALTER TABLE deleted_segments ALTER COLUMN contact_ids SET STORAGE EXTERNAL;
--> statement-breakpoint
-- DELETE /segments/{id}: returns it as it was, no row where there is none. What comes back with it waits in the trash.
CREATE FUNCTION trash_segment(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
  INSERT INTO deleted_segments (organization_id, id, title, color, created_at, deleted_at, deleted_by, contact_count,
    contact_ids, assigned_at, referral_code_ids)
  VALUES (p_organization, p_id, v_segment.title, v_segment.color, v_segment.created_at, v_now, p_actor_name, v_count,
    v_contacts, v_times, v_codes);
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, before, request_id)
  VALUES (p_organization, uuid_of(clock_timestamp()), v_now, 'segment.deleted', p_actor_kind, p_actor_name, p_id,
    jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request);
  RETURN NEXT v_segment;
END
$$;
--> statement-breakpoint
-- POST /trash/segments/{id}/restore: returns the segment, no row where none is in the trash; the constraint says where
-- another one has its title.
CREATE FUNCTION restore_segment(p_organization uuid, p_actor_kind text, p_actor_name text, p_request text,
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
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, after, request_id)
  VALUES (p_organization, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), 'segment.restored',
    p_actor_kind, p_actor_name, p_id, jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request);
  RETURN NEXT v_segment;
END
$$;
