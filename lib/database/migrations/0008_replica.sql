-- The replica of a connected service. What answers told is kept; the rest is synchronized again.
DROP FUNCTION mirror_contacts, mirror_segments, mirror_rivals, mirror_counted, mirrored_segments;--> statement-breakpoint
DROP TYPE mirrored_contact, mirrored_segment;--> statement-breakpoint
DROP TABLE mirror_unreadable;--> statement-breakpoint
ALTER TABLE mirrors RENAME TO replicas;--> statement-breakpoint
ALTER TABLE replicas RENAME CONSTRAINT mirrors_source TO replicas_source;--> statement-breakpoint
ALTER TABLE replicas
  DROP COLUMN operations, DROP COLUMN started_at, DROP COLUMN page, DROP COLUMN page_size, DROP COLUMN total,
  DROP COLUMN finished_at, DROP COLUMN complete_at, DROP COLUMN seen, DROP COLUMN error, DROP COLUMN retry_at,
  DROP COLUMN missing_segments, DROP COLUMN lease_holder, DROP COLUMN lease_until,
  ADD COLUMN service jsonb,
  ADD COLUMN pass integer NOT NULL DEFAULT 0,
  ADD COLUMN complete_pass integer,
  ADD COLUMN complete_at timestamp (3) with time zone,
  ADD COLUMN problem jsonb;--> statement-breakpoint
ALTER TABLE mirror_contacts RENAME TO replica_contacts;--> statement-breakpoint
ALTER TABLE replica_contacts
  DROP COLUMN vanished_at, DROP COLUMN deletion_lost_at,
  ADD COLUMN met_pass integer NOT NULL DEFAULT 0,
  ADD COLUMN answered boolean NOT NULL DEFAULT false;--> statement-breakpoint
ALTER TABLE replica_contacts RENAME CONSTRAINT mirror_contacts_contact TO replica_contacts_contact;
