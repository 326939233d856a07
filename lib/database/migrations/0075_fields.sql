-- Fields that an organization defines for its contacts. Archived ones are hidden, and contacts keep their values.
CREATE TABLE fields (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Its name in `contacts.fields`, which never changes.
  key varchar(64) COLLATE "C" NOT NULL,
  label varchar(100) NOT NULL,
  type text NOT NULL,
  -- Of choices: value, label and color of each.
  options jsonb NOT NULL DEFAULT '[]',
  position integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  archived_at timestamptz(3),
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX fields_key ON fields (organization_id, key);
CREATE UNIQUE INDEX fields_label ON fields (organization_id, caseless(label)) WHERE archived_at IS NULL;

-- Values by key, those of archived fields included; null without any.
ALTER TABLE contacts ADD COLUMN fields jsonb;
-- Contacts without values are not in the index, and cost it nothing.
CREATE INDEX contacts_fields ON contacts USING gin (organization_id, fields jsonb_path_ops)
  WHERE deleted_at IS NULL AND fields IS NOT NULL;
