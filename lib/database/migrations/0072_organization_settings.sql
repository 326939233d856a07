-- What the console assumes for everybody in an organization; without a value, that of the program or of the reader's browser.
ALTER TABLE organizations ADD COLUMN country varchar(2), ADD COLUMN time_zone varchar(64), ADD COLUMN date_format varchar(16);
