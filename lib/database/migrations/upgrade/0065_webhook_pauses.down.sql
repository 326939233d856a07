ALTER TABLE webhooks DROP COLUMN token_id, DROP COLUMN restored;
