-- Which contact an id of another system leads to, by its field: each value in the contact's fields, and those that contacts
-- merged into it had. Of a merged contact, the row stays with its id.
CREATE TABLE contact_ids (
  organization_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  field_key varchar(64) COLLATE "C" NOT NULL,
  value varchar(200) COLLATE "C" NOT NULL,
  -- False while the contact is in the trash: others may use the id.
  held boolean NOT NULL DEFAULT true,
  PRIMARY KEY (contact_id, field_key, value, organization_id),
  CONSTRAINT contact_ids_contact FOREIGN KEY (contact_id, organization_id) REFERENCES contacts ON DELETE CASCADE,
  CONSTRAINT contact_ids_field FOREIGN KEY (organization_id, field_key) REFERENCES fields (organization_id, key) ON DELETE CASCADE
);
CREATE UNIQUE INDEX contact_ids_value ON contact_ids (value, field_key, organization_id) WHERE held;
