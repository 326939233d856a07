-- Changes that somebody proposed, for a person to approve.
CREATE TABLE proposals (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  title varchar(200) NOT NULL,
  reason varchar(2000) NOT NULL,
  operation text NOT NULL,
  -- Without contacts: those are rows of an import, where an erasure finds them.
  input jsonb NOT NULL,
  preview jsonb NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'declined', 'withdrawn')),
  token_id uuid NOT NULL,
  created_by jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Where two people must approve: the approval of the first.
  first_approval jsonb,
  decision jsonb,
  result jsonb,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX proposals_open ON proposals (organization_id, token_id) WHERE state = 'open';

-- Versions of the contacts that were approved: a contact that changed since is left alone.
ALTER TABLE bulk_change_chunks ADD COLUMN versions integer[];
-- An import of proposed contacts, hidden until it runs.
ALTER TABLE imports ADD COLUMN proposed boolean NOT NULL DEFAULT false;
ALTER TABLE organizations ADD COLUMN two_approvers boolean NOT NULL DEFAULT false;
