-- Stored and returned as they are, and never searched by key.
ALTER TABLE import_rows ALTER COLUMN request TYPE json, ALTER COLUMN after TYPE json, ALTER COLUMN cells TYPE json;
