-- The company that signed somebody in, who may have no password.
ALTER TABLE staff_session ADD COLUMN company text;
