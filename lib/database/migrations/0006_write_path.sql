-- Unique indexes that begin with the key: whatever the statistics say, a look-up by the key alone can use no other.
DROP INDEX contacts_email;--> statement-breakpoint
CREATE UNIQUE INDEX contacts_email ON contacts (email_key, organization_id) INCLUDE (id) WHERE deleted_at IS NULL;--> statement-breakpoint
DROP INDEX contacts_phone;--> statement-breakpoint
CREATE UNIQUE INDEX contacts_phone ON contacts (phone, organization_id) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX contacts_by_email ON contacts (organization_id, email_key, id) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX contacts_id ON contacts (id, organization_id);--> statement-breakpoint
ALTER TABLE contact_segments DROP CONSTRAINT contact_segments_organization_id_contact_id_segment_id_pk;--> statement-breakpoint
ALTER TABLE contact_segments ADD PRIMARY KEY (contact_id, organization_id, segment_id);
--> statement-breakpoint
-- The rules of the write path stand in the program.
DROP FUNCTION upsert_contacts, upsert_contact, update_contact, trash_contact, verdict_of, refusal_of, outcome_of,
  etag_matches, contact_differences, redemption_problem;--> statement-breakpoint
DROP TYPE given_upsert, contact_outcome;
