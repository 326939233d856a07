-- The token that made or resumed the webhook; null: a person. The webhook is paused once that token is revoked.
ALTER TABLE webhooks ADD COLUMN token_id uuid;
-- Whether a restore paused it: the original of the copy may still send.
ALTER TABLE webhooks ADD COLUMN restored boolean NOT NULL DEFAULT false;
UPDATE webhooks w SET token_id = a.actor_id FROM activities a
WHERE a.organization_id = w.organization_id AND a.subject_id = w.id AND a.action = 'webhook.created' AND a.actor_kind = 'token';
