-- The order of the list by job title.
CREATE INDEX contacts_by_job_title ON contacts (organization_id, jobtitle_key, id) WHERE deleted_at IS NULL;

-- Saved views name the columns that they show instead of those that they hide.
UPDATE saved_views SET query = regexp_replace(query, '(^|&)hidden=[^&]*', '\1columns=' || array_to_string(array(
  SELECT c FROM unnest(ARRAY['email', 'phone', 'jobtitle', 'company', 'segments', 'updatedAt']) WITH ORDINALITY AS e (c, n)
  WHERE c <> ALL (regexp_split_to_array(substring(query FROM '(?:^|&)hidden=([^&]*)'), '%2C')) ORDER BY n), '%2C'))
WHERE query ~ '(^|&)hidden=';
