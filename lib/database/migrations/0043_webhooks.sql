-- Endpoints that are sent the events of the feed.
CREATE TABLE webhooks (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  url varchar(2000) NOT NULL,
  -- Null: every type.
  types text[],
  state text NOT NULL,
  -- Whether failures paused it, rather than somebody.
  gave_up boolean NOT NULL DEFAULT false,
  -- Encrypted. The former one also signs until its time is over.
  secret bytea NOT NULL,
  former_secret bytea,
  former_secret_until timestamp (3) with time zone,
  -- Position in the feed: what comes after it was not read yet.
  seal integer NOT NULL,
  event_id uuid NOT NULL,
  -- Events taken from the feed, which numbers them.
  taken bigint NOT NULL DEFAULT 0,
  -- Attempts that failed since the latest success.
  failures integer NOT NULL DEFAULT 0,
  -- Whether it reads no further until waiting events are delivered.
  held boolean NOT NULL DEFAULT false,
  -- When an endpoint that is down is tried again.
  retry_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (state IN ('active', 'paused'))
);

-- What was sent, and what waits to be sent. Without the events themselves.
CREATE TABLE webhook_deliveries (
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- In the order of the feed; null for a test.
  number bigint,
  subject_id uuid NOT NULL,
  type text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  -- The first attempt that failed.
  since timestamp (3) with time zone,
  -- The next attempt, the same for all that waits for one subject.
  next_at timestamp (3) with time zone NOT NULL,
  -- The latest attempt, with its result.
  at timestamp (3) with time zone NOT NULL,
  status smallint,
  answer text,
  problem text,
  milliseconds integer,
  PRIMARY KEY (organization_id, webhook_id, event_id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE,
  CHECK (state IN ('waiting', 'delivered', 'failed'))
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (organization_id, webhook_id, at, event_id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organization_id, webhook_id, subject_id, number) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_answers ON webhook_deliveries (subject_id, organization_id) WHERE answer IS NOT NULL;
