-- Builds the second line of `search_text`: the values in these own fields, folded. A number with punctuation also as its
-- digits alone, as searched numbers are. Null without a value.
CREATE FUNCTION own_search_text(fields jsonb, keys text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v text := fold((SELECT string_agg(f.value || CASE WHEN f.value ~ '^\d+[ ().\-/][\d ().\-/]*$'
    THEN ' ' || regexp_replace(f.value, '\D', '', 'g') ELSE '' END, ' ') FROM jsonb_each_text(fields) f WHERE f.key = ANY (keys)));
BEGIN
  RETURN E'\n ' || CASE WHEN octet_length(v) = char_length(v) THEN v ELSE v || word_pairs(v) END;
END
$$;

-- As before, but keeps the second line of `search_text`. Whoever writes `fields` sets it: the trigger would have to look up
-- the types of fields for each row.
CREATE OR REPLACE FUNCTION contact_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Each part once: the shorter a text with accents is, the cheaper, and most parts have none.
  v_firstname text := coalesce(fold(NEW.firstname), '');
  v_lastname text := coalesce(fold(NEW.lastname), '');
  v_company text := fold(NEW.company);
  v_jobtitle text := fold(NEW.jobtitle);
BEGIN
  NEW.search_text := contact_search_text(v_firstname, v_lastname, NEW.email, NEW.phone, coalesce(v_company, ''),
    coalesce(v_jobtitle, '')) || coalesce(substr(NEW.search_text, nullif(strpos(NEW.search_text, E'\n'), 0)), '');
  NEW.name_key := coalesce(nullif(left(btrim(v_firstname || ' ' || v_lastname), 200), ''), U&'\+10FFFF');
  NEW.email_key := coalesce(NEW.email, U&'\+10FFFF' || NEW.id);
  NEW.company_key := coalesce(left(v_company, 200), U&'\+10FFFF');
  NEW.jobtitle_key := coalesce(left(v_jobtitle, 200), U&'\+10FFFF');
  RETURN NEW;
END
$$;
DROP TRIGGER contact_keys_update ON contacts;
CREATE TRIGGER contact_keys_update BEFORE UPDATE OF email, phone, firstname, lastname, jobtitle, company, fields ON contacts FOR EACH ROW
  WHEN ((OLD.email, OLD.phone, OLD.firstname, OLD.lastname, OLD.jobtitle, OLD.company, OLD.fields)
    IS DISTINCT FROM (NEW.email, NEW.phone, NEW.firstname, NEW.lastname, NEW.jobtitle, NEW.company, NEW.fields))
  EXECUTE FUNCTION contact_keys();
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys_update;

UPDATE contacts c SET search_text = c.search_text || own_search_text(c.fields, f.keys) FROM (
  SELECT organization_id, array_agg(key) AS keys FROM fields WHERE type = 'id' GROUP BY organization_id) f
WHERE c.organization_id = f.organization_id AND c.fields IS NOT NULL AND own_search_text(c.fields, f.keys) IS NOT NULL;
