-- Who made a token; older ones, as far as the activity knows.
ALTER TABLE api_tokens ADD COLUMN created_by jsonb;--> statement-breakpoint
UPDATE api_tokens t SET created_by = jsonb_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', a.actor_name)
FROM activities a
WHERE a.organization_id = t.organization_id AND a.subject_id = t.id AND a.action = 'token.created';--> statement-breakpoint
CREATE INDEX redemptions_by_code ON redemptions (referral_code_id, redeemed_at, contact_id, organization_id);--> statement-breakpoint
-- Counts of a minute: what a crash loses of them is missed by nobody.
CREATE UNLOGGED TABLE rate_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamp (3) with time zone NOT NULL
);
