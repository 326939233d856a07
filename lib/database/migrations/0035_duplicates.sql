-- Contacts that are likely the same person, found by a job. Pairs that somebody has told apart stay, so that they are not
-- found again.
CREATE TABLE duplicates (
  organization_id uuid NOT NULL,
  -- The lower id first.
  contact_id uuid NOT NULL,
  other_id uuid NOT NULL,
  -- The higher, the likelier.
  score smallint NOT NULL,
  reasons text[] NOT NULL,
  dismissed boolean NOT NULL DEFAULT false,
  -- Of the latest search that found it.
  found_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (contact_id, other_id, organization_id),
  CONSTRAINT duplicates_contact FOREIGN KEY (contact_id, organization_id)
    REFERENCES contacts (id, organization_id) ON DELETE CASCADE,
  CONSTRAINT duplicates_other FOREIGN KEY (other_id, organization_id)
    REFERENCES contacts (id, organization_id) ON DELETE CASCADE
);
CREATE INDEX duplicates_other ON duplicates (other_id, organization_id);
CREATE INDEX duplicates_best ON duplicates (organization_id, score DESC, contact_id, other_id) WHERE NOT dismissed;
