-- Raised when somebody resumes a webhook or sends again: what was sent before says nothing about it any more.
ALTER TABLE webhooks ADD COLUMN generation integer NOT NULL DEFAULT 0;
