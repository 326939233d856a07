-- First answers to requests with an Idempotency-Key, compressed; repeated for a day.
CREATE TABLE idempotent_answers (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  token_id uuid NOT NULL,
  key text NOT NULL,
  body_digest bytea NOT NULL,
  answer bytea NOT NULL,
  -- Whom the answer is about, to erase it with them.
  contact_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (organization_id, token_id, key)
);
