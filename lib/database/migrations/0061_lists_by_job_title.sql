-- Job titles have a key and an index, as companies have: contacts with one are found without reading them or the index of
-- searches, and those without one are together at its end.
CREATE OR REPLACE FUNCTION contact_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Each part once: the shorter a text with accents is, the cheaper, and most parts have none.
  v_firstname text := coalesce(fold(NEW.firstname), '');
  v_lastname text := coalesce(fold(NEW.lastname), '');
  v_company text := fold(NEW.company);
  v_jobtitle text := fold(NEW.jobtitle);
BEGIN
  NEW.search_text := contact_search_text(v_firstname, v_lastname, NEW.email, NEW.phone, coalesce(v_company, ''),
    coalesce(v_jobtitle, ''));
  NEW.name_key := coalesce(nullif(left(btrim(v_firstname || ' ' || v_lastname), 200), ''), U&'\+10FFFF');
  NEW.email_key := coalesce(NEW.email, U&'\+10FFFF' || NEW.id);
  NEW.company_key := coalesce(left(v_company, 200), U&'\+10FFFF');
  NEW.jobtitle_key := coalesce(left(v_jobtitle, 200), U&'\+10FFFF');
  RETURN NEW;
END
$$;
DROP INDEX contacts_without_job_title;
ALTER TABLE contacts ADD COLUMN jobtitle_key text COLLATE "C";
-- One pass that writes the table anew and builds its indexes sorted, as in 0019.
ALTER TABLE contacts
  ALTER COLUMN jobtitle_key TYPE text COLLATE "C" USING coalesce(left(fold(jobtitle), 200), U&'\+10FFFF'),
  ALTER COLUMN jobtitle_key SET NOT NULL;
CREATE INDEX contacts_by_job_title ON contacts (organization_id, jobtitle_key, id) WHERE deleted_at IS NULL;
ANALYZE contacts (organization_id, id, phone, created_at, updated_at, deleted_at, deletion_id, search_text, name_key, email_key, company_key,
  jobtitle_key);
