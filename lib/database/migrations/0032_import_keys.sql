-- Keys name the organization, so that they hold where organizations are spread over servers. They begin with what is
-- looked up: an index that begins with the organization would be read whole for one that the statistics do not know.
ALTER TABLE import_rows DROP CONSTRAINT import_rows_pkey, ADD PRIMARY KEY (plan_id, line, organization_id);
ALTER TABLE imported_contacts DROP CONSTRAINT imported_contacts_pkey,
  ADD PRIMARY KEY (run_id, contact_id, organization_id);
