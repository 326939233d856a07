-- Notes about contacts, erased with them. `id` has their order.
CREATE TABLE notes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  text text NOT NULL,
  author_kind text NOT NULL,
  author_id uuid,
  author_name varchar(300) NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (id, organization_id),
  CONSTRAINT notes_contact FOREIGN KEY (contact_id, organization_id)
    REFERENCES contacts (id, organization_id) ON DELETE CASCADE
);
CREATE INDEX notes_by_contact ON notes (contact_id, organization_id, id);
