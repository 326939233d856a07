-- The key of the digests in `do_not_contact`. An organization without marks has none, and reads nothing more.
CREATE TABLE address_keys (
  organization_id uuid PRIMARY KEY,
  key bytea NOT NULL
);

-- Emails and phones whose owners must not be contacted. It keeps no address, and so may outlive an erasure.
CREATE TABLE do_not_contact (
  organization_id uuid NOT NULL,
  digest bytea NOT NULL,
  reason text NOT NULL,
  since timestamptz(3) NOT NULL,
  marked_by_kind text NOT NULL,
  marked_by_id uuid,
  marked_by text NOT NULL,
  PRIMARY KEY (organization_id, digest)
);
