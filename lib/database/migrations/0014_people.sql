-- People belong to organizations, with a role in each. Those there are belong to the first one, which a console of
-- another service had no need of.
INSERT INTO organizations (id, name, created_at, first)
SELECT gen_random_uuid(), 'My organization', now(), true
WHERE EXISTS (SELECT FROM staff_user) AND NOT EXISTS (SELECT FROM organizations WHERE first);--> statement-breakpoint
CREATE TABLE staff_membership (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  user_id uuid NOT NULL REFERENCES staff_user (id) ON DELETE CASCADE,
  role text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  joined_at timestamp (3) with time zone,
  deactivated_at timestamp (3) with time zone,
  PRIMARY KEY (organization_id, user_id),
  CONSTRAINT staff_membership_role_known CHECK (role IN ('admin', 'editor', 'viewer'))
);--> statement-breakpoint
CREATE INDEX staff_membership_user_id ON staff_membership (user_id);--> statement-breakpoint
INSERT INTO staff_membership (organization_id, user_id, role, created_at, joined_at)
SELECT o.id, u.id, u.role, u.created_at, u.created_at FROM staff_user u CROSS JOIN organizations o WHERE o.first;--> statement-breakpoint
ALTER TABLE staff_user DROP COLUMN role, ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;--> statement-breakpoint
ALTER TABLE organizations ADD COLUMN two_factor_required boolean NOT NULL DEFAULT false;--> statement-breakpoint
ALTER TABLE staff_session ADD COLUMN organization_id uuid REFERENCES organizations (id),
  ADD COLUMN confirmed_at timestamp (3) with time zone;--> statement-breakpoint
-- From now on this is the last use, and sessions end some days after it.
UPDATE staff_session SET updated_at = now();--> statement-breakpoint
CREATE TABLE staff_two_factor (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES staff_user (id) ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamp (3) with time zone
);
