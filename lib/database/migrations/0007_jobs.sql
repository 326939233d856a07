-- Long work runs in the server.
CREATE TABLE "jobs" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text NOT NULL,
	"undo" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"progress" jsonb NOT NULL,
	"created_by" jsonb NOT NULL,
	"asked_by" jsonb NOT NULL,
	"token_id" uuid,
	"idempotency_key" varchar(255),
	"body_digest" "bytea",
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "jobs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_idempotency_key" ON "jobs" ("organization_id","token_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" ("organization_id","due_at","id") WHERE "state" = 'running';--> statement-breakpoint
-- Bulk changes become jobs. What a browser had half done is stopped, to be resumed or undone. The undo of one has begun
-- where more contacts were processed than its chunks up to the position hold.
INSERT INTO jobs (organization_id, id, kind, input, state, undo, position, progress, created_by, asked_by, due_at, created_at, updated_at)
SELECT b.organization_id, b.id, 'bulk-change',
  jsonb_build_object('type', b.kind, 'add', b.add_ids, 'remove', b.remove_ids, 'chunks', b.chunks),
  CASE WHEN b.state IN ('finished', 'undone') THEN 'finished' ELSE 'cancelled' END,
  b.state IN ('undoing', 'undone') OR b.processed > (SELECT coalesce(sum(cardinality(contact_ids)), 0) FROM bulk_change_chunks c
    WHERE c.organization_id = b.organization_id AND c.bulk_change_id = b.id AND c.number <= b.position), b.position,
  jsonb_build_object('total', b.total, 'processed', b.processed, 'changed', b.changed, 'gone', b.gone, 'undone', b.undone,
    'conflicts', b.conflicts),
  jsonb_strip_nulls(jsonb_build_object('kind', b.created_by_kind, 'id', b.created_by_id, 'name', b.created_by)), '{}',
  b.updated_at, b.created_at, b.updated_at
FROM bulk_changes b;--> statement-breakpoint
ALTER TABLE bulk_change_chunks DROP CONSTRAINT bulk_change_chunks_change;--> statement-breakpoint
ALTER TABLE bulk_change_chunks ADD CONSTRAINT bulk_change_chunks_job FOREIGN KEY (organization_id, bulk_change_id)
  REFERENCES jobs (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint
DROP FUNCTION run_bulk_change, undo_bulk_change, write_segment_changes;--> statement-breakpoint
DROP TYPE segment_change;--> statement-breakpoint
DROP TABLE bulk_changes;
--> statement-breakpoint
-- An update that leaves the fields as they are, as one of segments does, has no keys to make.
DROP TRIGGER contact_keys ON contacts;--> statement-breakpoint
CREATE TRIGGER contact_keys BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION contact_keys();--> statement-breakpoint
CREATE TRIGGER contact_keys_update BEFORE UPDATE OF email, phone, firstname, lastname, company ON contacts FOR EACH ROW
  WHEN ((OLD.email, OLD.phone, OLD.firstname, OLD.lastname, OLD.company)
    IS DISTINCT FROM (NEW.email, NEW.phone, NEW.firstname, NEW.lastname, NEW.company)) EXECUTE FUNCTION contact_keys();--> statement-breakpoint
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys;--> statement-breakpoint
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys_update;
--> statement-breakpoint
-- Trash and restore, with every row looked up in an index that begins with its key: OFFSET keeps the planner from joining,
-- and the organization, which stands outside of it, from an index that begins with the organization.
CREATE FUNCTION contact_tids(p_organization uuid, p_ids uuid[]) RETURNS tid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT c.tid FROM unnest(p_ids) g CROSS JOIN LATERAL (
    SELECT ctid AS tid, organization_id FROM contacts WHERE id = g OFFSET 0) c WHERE c.organization_id = p_organization);
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION trash_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_deletion uuid, p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_ids uuid[];
  v_tids tid[];
BEGIN
  -- In order, so that two overlapping deletions wait for one another instead of dying in a deadlock.
  v_ids := ARRAY(SELECT c.id FROM (SELECT DISTINCT g FROM unnest(p_ids) g ORDER BY g) given CROSS JOIN LATERAL (
    SELECT id, organization_id, deleted_at FROM contacts WHERE id = g OFFSET 0 FOR UPDATE) c
    WHERE c.organization_id = p_organization AND c.deleted_at IS NULL);
  IF cardinality(v_ids) = 0 THEN
    RETURN 0;
  END IF;
  v_now := date_trunc('milliseconds', clock_timestamp());
  v_tids := contact_tids(p_organization, v_ids);
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.deleted', p_actor_kind, p_actor_id, p_actor_name, c.id,
    contact_fields(c) || CASE WHEN s.ids IS NULL THEN '{}' ELSE jsonb_build_object('segmentIds', s.ids) END, p_request
  FROM contacts c CROSS JOIN LATERAL (
    SELECT array_agg(segment_id ORDER BY assigned_at, segment_id) AS ids FROM (
      SELECT * FROM contact_segments WHERE contact_id = c.id OFFSET 0) s WHERE s.organization_id = p_organization) s
  WHERE c.ctid = ANY (v_tids);
  UPDATE contacts SET deleted_at = v_now, deleted_by = p_actor_name,
    deleted_by_kind = p_actor_kind, deleted_by_id = p_actor_id, deletion_id = p_deletion WHERE ctid = ANY (v_tids);
  PERFORM add_to_counts(p_organization, array_fill(p_organization, ARRAY[cardinality(v_ids)]) || ARRAY(
    SELECT s.segment_id FROM unnest(v_ids) g CROSS JOIN LATERAL (
      SELECT * FROM contact_segments WHERE contact_id = g OFFSET 0) s WHERE s.organization_id = p_organization), -1);
  RETURN cardinality(v_ids);
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION restore_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_ids uuid[];
  v_restored uuid[];
  v_id uuid;
  v_all uuid[] := '{}';
BEGIN
  v_ids := ARRAY(SELECT c.id FROM (SELECT DISTINCT g FROM unnest(p_ids) g ORDER BY g) given CROSS JOIN LATERAL (
    SELECT id, organization_id, deleted_at FROM contacts WHERE id = g OFFSET 0 FOR UPDATE) c
    WHERE c.organization_id = p_organization AND c.deleted_at IS NOT NULL);
  v_now := date_trunc('milliseconds', clock_timestamp());
  LOOP
    -- Coming back of one can only block others, but one that stays no longer stands in the way of a third: again,
    -- until nothing more comes back.
    v_restored := ARRAY(SELECT id FROM (
      SELECT id,
        CASE WHEN email IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY email ORDER BY deleted_at DESC, id DESC) END AS by_email,
        CASE WHEN phone IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY phone ORDER BY deleted_at DESC, id DESC) END AS by_phone
      FROM (SELECT c.* FROM contacts c WHERE ctid = ANY (contact_tids(p_organization, v_ids)) OFFSET 0) t
      WHERE deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM (SELECT organization_id FROM contacts
          WHERE email_key = t.email AND deleted_at IS NULL OFFSET 0) c WHERE c.organization_id = p_organization)
        AND NOT EXISTS (SELECT FROM (SELECT organization_id FROM contacts
          WHERE phone = t.phone AND deleted_at IS NULL OFFSET 0) c WHERE c.organization_id = p_organization)
    ) free WHERE by_email = 1 AND by_phone = 1);
    EXIT WHEN cardinality(v_restored) = 0;
    BEGIN
      UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deleted_by_kind = NULL, deleted_by_id = NULL, deletion_id = NULL
      WHERE ctid = ANY (contact_tids(p_organization, v_restored));
      v_all := v_all || v_restored;
    EXCEPTION WHEN unique_violation THEN
      -- Somebody has just taken an email or phone. Among many who create contacts that would happen each time that all
      -- are tried anew: one by one, each that can comes back.
      FOREACH v_id IN ARRAY v_restored LOOP
        BEGIN
          UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deleted_by_kind = NULL, deleted_by_id = NULL, deletion_id = NULL
          WHERE ctid = ANY (contact_tids(p_organization, ARRAY[v_id]));
          v_all := v_all || v_id;
        EXCEPTION WHEN unique_violation THEN
        END;
      END LOOP;
    END;
  END LOOP;
  IF cardinality(v_all) > 0 THEN
    PERFORM add_to_counts(p_organization, array_fill(p_organization, ARRAY[cardinality(v_all)]) || ARRAY(
      SELECT s.segment_id FROM unnest(v_all) g CROSS JOIN LATERAL (
        SELECT * FROM contact_segments WHERE contact_id = g OFFSET 0) s WHERE s.organization_id = p_organization), 1);
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, after, request_id)
    SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.restored', p_actor_kind, p_actor_id, p_actor_name, c.id, contact_fields(c), p_request
    FROM contacts c WHERE c.ctid = ANY (contact_tids(p_organization, v_all));
  END IF;
  RETURN cardinality(v_all);
END
$$;
