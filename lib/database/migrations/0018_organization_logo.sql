-- A PNG of at most 256 pixels a side, shown in the console.
ALTER TABLE organizations ADD COLUMN logo bytea, ADD COLUMN logo_at timestamp (3) with time zone;
