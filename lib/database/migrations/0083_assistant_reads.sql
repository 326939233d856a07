-- How many contacts an assistant may read a day, and how many a token has read on its latest day (UTC).
ALTER TABLE organizations ADD COLUMN assistant_reads integer NOT NULL DEFAULT 2000;
ALTER TABLE api_tokens ADD COLUMN read_on date, ADD COLUMN contacts_read integer NOT NULL DEFAULT 0;
