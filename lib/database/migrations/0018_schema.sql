-- The schema, in the order in which one may read it: text and ids, organizations, contacts, trash, referral codes,
-- activity, jobs, imports, replicas of connected services, staff. Later migrations change it.
--
-- Keys begin with the organization, so that rows of different organizations cannot refer to each other; the exceptions
-- say why. Tables that every write touches have no foreign key to organizations: its check would lock that row.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Text and ids ------------------------------------------------------------------------------------------------------

-- What search and sort compare: lower case, without accents ("José" is found by "jose"), with σ for ς (which "ΠΑΠΑΣ"
-- does not have), and without invisible marks of direction or joining, which are often copied along.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    -- All ASCII, as most texts are: many times quicker.
    WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C")
    ELSE regexp_replace(translate(lower(normalize(value, NFKD)), 'ς', 'σ'), U&'[\0300-\036f\00ad\061c\200b-\200f\202a-\202e\2060-\2069\feff]', '', 'g')
  END
$$;

-- Equal for texts that differ only by case, however their accents are encoded. `lower` alone is not enough: a capital
-- can have two small forms, as Σ has σ and ς.
CREATE FUNCTION caseless(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(upper(normalize(value, NFD)))
$$;

-- A UUIDv7 of the given time, with its microseconds (RFC 9562, 6.2 method 3), so that ids sort by creation.
-- PostgreSQL has a function for this from version 18 on.
CREATE FUNCTION uuid_of(moment timestamptz) RETURNS uuid LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
DECLARE
  us bigint := extract(epoch FROM moment) * 1000000;
BEGIN
  RETURN encode(overlay(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(us / 1000) FROM 3) FROM 1 FOR 6)
    PLACING substring(int4send((28672 + us % 1000 * 4096 / 1000)::integer) FROM 3) FROM 7 FOR 2), 'hex')::uuid;
END
$$;

-- Organizations -----------------------------------------------------------------------------------------------------

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name varchar(200) NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  -- The one that a new installation starts with.
  first boolean NOT NULL DEFAULT false,
  two_factor_required boolean NOT NULL DEFAULT false,
  -- A PNG of at most 256 pixels a side, shown in the console.
  logo bytea,
  logo_at timestamp (3) with time zone
);
CREATE UNIQUE INDEX organizations_first ON organizations (first) WHERE first;

CREATE TABLE api_tokens (
  organization_id uuid NOT NULL CONSTRAINT api_tokens_organization_id_organizations_id_fk REFERENCES organizations (id),
  id uuid NOT NULL,
  kind text NOT NULL,
  name varchar(100) NOT NULL,
  -- The token itself is not stored; `hint` is its beginning, for display.
  digest bytea NOT NULL,
  hint varchar(16) NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone,
  last_used_at timestamp (3) with time zone,
  revoked_at timestamp (3) with time zone,
  -- The token that issued this one, the one that issued that, and so on: revoking any of them ends this one.
  maker_ids uuid[] NOT NULL DEFAULT '{}',
  created_by jsonb,
  CONSTRAINT api_tokens_organization_id_id_pk PRIMARY KEY (organization_id, id),
  -- Only the console acts for people.
  CONSTRAINT api_tokens_staff_act CHECK (kind = 'console' OR 'staff:act' <> ALL (scopes))
);
CREATE UNIQUE INDEX api_tokens_digest ON api_tokens (digest);

-- Requests per minute. Unlogged: a crash may lose them.
CREATE UNLOGGED TABLE rate_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamp (3) with time zone NOT NULL
);

-- Contacts and segments ---------------------------------------------------------------------------------------------

CREATE TABLE contacts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  email varchar(254),
  phone varchar(16),
  firstname varchar(200),
  lastname varchar(200),
  jobtitle varchar(200),
  company varchar(200),
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  -- Raised by every change; the ETag.
  version integer NOT NULL DEFAULT 1,
  -- In the trash since then, and by whom: the name for display, and `deletion_id` for what was deleted together.
  deleted_at timestamp (3) with time zone,
  deleted_by varchar(300),
  deletion_id uuid,
  -- Kept by the trigger below.
  search_text text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  company_key text COLLATE "C" NOT NULL,
  deleted_by_kind text,
  deleted_by_id uuid,
  CONSTRAINT contacts_organization_id_id_pk PRIMARY KEY (organization_id, id) INCLUDE (deleted_at),
  CONSTRAINT contacts_email_or_phone CHECK (email IS NOT NULL OR phone IS NOT NULL)
);
-- Begin with the key: whatever the statistics say, a lookup by key cannot choose another index. Partial: emails and
-- phones of contacts in the trash can be used again.
CREATE UNIQUE INDEX contacts_id ON contacts (id, organization_id);
CREATE UNIQUE INDEX contacts_email ON contacts (email_key, organization_id) INCLUDE (id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX contacts_phone ON contacts (phone, organization_id) WHERE deleted_at IS NULL;
-- In the order of each list.
CREATE INDEX contacts_by_update ON contacts (organization_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_name ON contacts (organization_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_email ON contacts (organization_id, email_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_company ON contacts (organization_id, company_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_search ON contacts USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_deletion ON contacts (organization_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX contacts_deletion ON contacts (organization_id, deletion_id) WHERE deleted_at IS NOT NULL;

-- Keeps what search and sort compare. A trigger, because expressions of generated columns are planned again for every
-- statement, which costs more than storing the row. U+10FFFF sorts after every text: contacts without a name, email or
-- company come last. Keys are cut, because folding can make a text many times longer, and index rows and cursors must
-- stay short. A phone is searched without its plus, which the trigram index ignores, so that its first digits begin a word.
CREATE FUNCTION contact_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Each part once: the shorter a text with accents is, the cheaper, and most parts have none.
  v_firstname text := coalesce(fold(NEW.firstname), '');
  v_lastname text := coalesce(fold(NEW.lastname), '');
  v_company text := fold(NEW.company);
BEGIN
  NEW.search_text := ' ' || v_firstname || ' ' || v_lastname || ' ' || coalesce(fold(NEW.email), '')
    || ' ' || coalesce(ltrim(fold(NEW.phone), '+'), '') || ' ' || coalesce(v_company, '');
  NEW.name_key := coalesce(nullif(left(btrim(v_firstname || ' ' || v_lastname), 200), ''), U&'\+10FFFF');
  NEW.email_key := coalesce(NEW.email, U&'\+10FFFF' || NEW.id);
  NEW.company_key := coalesce(left(v_company, 200), U&'\+10FFFF');
  RETURN NEW;
END
$$;
CREATE TRIGGER contact_keys BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION contact_keys();
-- An update that leaves these fields alone, as one of segments does, has no keys to make.
CREATE TRIGGER contact_keys_update BEFORE UPDATE OF email, phone, firstname, lastname, company ON contacts FOR EACH ROW
  WHEN ((OLD.email, OLD.phone, OLD.firstname, OLD.lastname, OLD.company)
    IS DISTINCT FROM (NEW.email, NEW.phone, NEW.firstname, NEW.lastname, NEW.company)) EXECUTE FUNCTION contact_keys();
-- Even in sessions that have switched triggers off.
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys;
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys_update;

CREATE TABLE segments (
  organization_id uuid NOT NULL CONSTRAINT segments_organization_id_organizations_id_fk REFERENCES organizations (id),
  id uuid NOT NULL,
  title varchar(100) NOT NULL,
  color varchar(7) NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT segments_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX segments_title ON segments (organization_id, caseless(title));

CREATE TABLE contact_segments (
  organization_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  assigned_at timestamp (3) with time zone NOT NULL,
  -- Begins with the contact, for the reason given at contacts_id.
  PRIMARY KEY (contact_id, organization_id, segment_id),
  CONSTRAINT contact_segments_contact FOREIGN KEY (organization_id, contact_id)
    REFERENCES contacts (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT contact_segments_segment FOREIGN KEY (organization_id, segment_id)
    REFERENCES segments (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_segments_by_segment ON contact_segments (organization_id, segment_id, contact_id);

-- Contacts of an organization (`counted_id` is its own id) and of each segment: the sum of the shards, exact in every
-- transaction. Each writer adds to a shard of its own and blocks nobody.
CREATE TABLE contact_counts (
  organization_id uuid NOT NULL,
  counted_id uuid NOT NULL,
  shard smallint NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT contact_counts_organization_id_counted_id_shard_pk PRIMARY KEY (organization_id, counted_id, shard)
);

-- Segments in the trash, with what comes back with them.
CREATE TABLE deleted_segments (
  organization_id uuid NOT NULL
    CONSTRAINT deleted_segments_organization_id_organizations_id_fk REFERENCES organizations (id),
  id uuid NOT NULL,
  title varchar(100) NOT NULL,
  color varchar(7) NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  deleted_at timestamp (3) with time zone NOT NULL,
  deleted_by varchar(300) NOT NULL,
  contact_count bigint NOT NULL,
  -- Nearly random, so not worth compressing.
  contact_ids uuid[] NOT NULL,
  assigned_at timestamp (3) with time zone[] NOT NULL,
  referral_code_ids uuid[] NOT NULL,
  deleted_by_kind text,
  deleted_by_id uuid,
  CONSTRAINT deleted_segments_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
ALTER TABLE deleted_segments ALTER COLUMN contact_ids SET STORAGE EXTERNAL;

-- Referral codes ----------------------------------------------------------------------------------------------------

CREATE TABLE referral_codes (
  organization_id uuid NOT NULL
    CONSTRAINT referral_codes_organization_id_organizations_id_fk REFERENCES organizations (id),
  id uuid NOT NULL,
  code varchar(64) NOT NULL,
  label varchar(200),
  referrer_id uuid,
  max_redemptions integer,
  redemption_count integer NOT NULL DEFAULT 0,
  expires_at timestamp (3) with time zone,
  active boolean NOT NULL DEFAULT true,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT referral_codes_organization_id_id_pk PRIMARY KEY (organization_id, id),
  -- Ends the race for the last redemption.
  CONSTRAINT referral_codes_limit CHECK (max_redemptions IS NULL OR redemption_count <= max_redemptions),
  CONSTRAINT referral_codes_referrer FOREIGN KEY (organization_id, referrer_id)
    REFERENCES contacts (organization_id, id) ON DELETE SET NULL (referrer_id)
);
CREATE UNIQUE INDEX referral_codes_code ON referral_codes (organization_id, caseless(code));
CREATE INDEX referral_codes_referrer ON referral_codes (organization_id, referrer_id);

-- Segments that redeeming a code assigns.
CREATE TABLE referral_code_segments (
  organization_id uuid NOT NULL,
  referral_code_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  CONSTRAINT referral_code_segments_organization_id_referral_code_id_segment
    PRIMARY KEY (organization_id, referral_code_id, segment_id),
  CONSTRAINT referral_code_segments_code FOREIGN KEY (organization_id, referral_code_id)
    REFERENCES referral_codes (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT referral_code_segments_segment FOREIGN KEY (organization_id, segment_id)
    REFERENCES segments (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE redemptions (
  organization_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  referral_code_id uuid NOT NULL,
  redeemed_at timestamp (3) with time zone NOT NULL,
  -- A contact redeems a code once.
  CONSTRAINT redemptions_organization_id_contact_id_referral_code_id_pk
    PRIMARY KEY (organization_id, contact_id, referral_code_id),
  CONSTRAINT redemptions_contact FOREIGN KEY (organization_id, contact_id)
    REFERENCES contacts (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT redemptions_code FOREIGN KEY (organization_id, referral_code_id)
    REFERENCES referral_codes (organization_id, id)
);
CREATE INDEX redemptions_by_code ON redemptions (referral_code_id, redeemed_at, contact_id, organization_id);

-- Activity ----------------------------------------------------------------------------------------------------------

-- Written in the transaction of the change itself. Older rows have an actor's name without an id.
CREATE TABLE activities (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp (3) with time zone NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL,
  actor_name varchar(300) NOT NULL,
  subject_id uuid NOT NULL,
  before jsonb,
  after jsonb,
  request_id varchar(128),
  actor_id uuid,
  import_id uuid,
  -- Keeps the digest of erased values from being guessed. An erased row has that digest, and no salt.
  salt uuid DEFAULT gen_random_uuid(),
  erased_digest bytea,
  seal integer,
  -- Whom deleting or restoring a segment concerned.
  contact_ids uuid[],
  CONSTRAINT activities_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX activities_by_subject ON activities (organization_id, subject_id, id);
CREATE INDEX activities_by_contact ON activities USING gin (contact_ids) WHERE contact_ids IS NOT NULL;
CREATE INDEX activities_unsealed ON activities (organization_id, id) WHERE seal IS NULL;
-- Lets a filter find the rare actions among a million changes of contacts.
CREATE INDEX activities_rare ON activities (organization_id, id) WHERE action NOT IN ('contact.created', 'contact.updated');

-- A chain of digests over the activity, by which it can be verified.
CREATE TABLE activity_seals (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  number integer NOT NULL,
  count integer NOT NULL,
  -- Of the sealed rows. Digests don't compress.
  ids uuid[],
  digests bytea[],
  contents_digest bytea NOT NULL,
  latest_at timestamp (3) with time zone NOT NULL,
  sealed_at timestamp (3) with time zone NOT NULL,
  digest bytea NOT NULL,
  removed_at timestamp (3) with time zone,
  PRIMARY KEY (organization_id, number)
);
ALTER TABLE activity_seals ALTER COLUMN ids SET STORAGE EXTERNAL, ALTER COLUMN digests SET STORAGE EXTERNAL;

-- Jobs and bulk changes ---------------------------------------------------------------------------------------------

CREATE TABLE jobs (
  organization_id uuid NOT NULL CONSTRAINT jobs_organization_id_organizations_id_fk REFERENCES organizations (id),
  id uuid NOT NULL,
  kind text NOT NULL,
  input jsonb NOT NULL,
  state text NOT NULL,
  undo boolean NOT NULL DEFAULT false,
  position integer NOT NULL DEFAULT 0,
  progress jsonb NOT NULL,
  created_by jsonb NOT NULL,
  -- Whose rights are checked at each piece.
  asked_by jsonb NOT NULL,
  token_id uuid,
  idempotency_key varchar(255),
  body_digest bytea,
  lease_holder uuid,
  lease_until timestamp (3) with time zone,
  attempts smallint NOT NULL DEFAULT 0,
  error text,
  due_at timestamp (3) with time zone NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT jobs_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX jobs_idempotency_key ON jobs (organization_id, token_id, idempotency_key);
CREATE INDEX jobs_running ON jobs (organization_id, due_at, id) WHERE state = 'running';

CREATE TABLE bulk_change_chunks (
  organization_id uuid NOT NULL,
  bulk_change_id uuid NOT NULL,
  number integer NOT NULL,
  -- Nearly random, so not worth compressing.
  contact_ids uuid[] NOT NULL,
  changed_at timestamp (3) with time zone,
  -- What the change did, for undo.
  segment_changes jsonb,
  CONSTRAINT bulk_change_chunks_organization_id_bulk_change_id_number_pk
    PRIMARY KEY (organization_id, bulk_change_id, number),
  CONSTRAINT bulk_change_chunks_job FOREIGN KEY (organization_id, bulk_change_id)
    REFERENCES jobs (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE bulk_change_chunks ALTER COLUMN contact_ids SET STORAGE EXTERNAL;

-- Imports -----------------------------------------------------------------------------------------------------------

CREATE TABLE imports (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name varchar(200) NOT NULL,
  size bigint NOT NULL,
  header_key text NOT NULL,
  format jsonb NOT NULL,
  settings jsonb NOT NULL,
  columns jsonb NOT NULL,
  -- Its jobs.
  plan_id uuid,
  run_id uuid,
  created_by jsonb NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- The uploaded file, in pieces, uncompressed.
CREATE TABLE import_files (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (organization_id, import_id, number)
);
ALTER TABLE import_files ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What the plan makes of each row, and what the run made of it. `json`: stored and returned as is, never searched.
CREATE TABLE import_rows (
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL,
  result text,
  contact_id uuid,
  request json NOT NULL,
  after json,
  email text,
  phone text,
  details jsonb,
  repeats integer,
  cells json,
  PRIMARY KEY (plan_id, line)
);
CREATE INDEX import_rows_by_email ON import_rows (email, plan_id) WHERE email IS NOT NULL;
CREATE INDEX import_rows_by_phone ON import_rows (phone, plan_id) WHERE phone IS NOT NULL;
CREATE INDEX import_rows_by_contact ON import_rows (contact_id, plan_id) WHERE contact_id IS NOT NULL;

-- Contacts as they were before a run, for undo.
CREATE TABLE imported_contacts (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  piece integer NOT NULL,
  before jsonb,
  version integer NOT NULL,
  kept boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run_id, contact_id)
);
CREATE INDEX imported_contacts_by_piece ON imported_contacts (run_id, piece);
CREATE INDEX imported_contacts_by_contact ON imported_contacts (contact_id);

-- Replicas of connected services ------------------------------------------------------------------------------------

-- The organization that holds the local copy of a remote service.
CREATE TABLE replicas (
  organization_id uuid NOT NULL CONSTRAINT mirrors_pkey PRIMARY KEY,
  url text NOT NULL,
  remote_organization_id uuid,
  token_digest text,
  -- What the service was found to offer.
  service jsonb,
  -- Passes through the list of contacts: the current one and the last complete one.
  pass integer NOT NULL DEFAULT 0,
  complete_pass integer,
  complete_at timestamp (3) with time zone,
  problem jsonb,
  CONSTRAINT replicas_source UNIQUE NULLS NOT DISTINCT (url, remote_organization_id)
);

CREATE TABLE replica_contacts (
  organization_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  seen_at timestamp (3) with time zone NOT NULL,
  -- The last pass that met the contact: it is gone when two complete ones did not.
  met_pass integer NOT NULL DEFAULT 0,
  -- Last recorded from the answer to a change, not from a page of the list.
  answered boolean NOT NULL DEFAULT false,
  CONSTRAINT mirror_contacts_organization_id_contact_id_pk PRIMARY KEY (organization_id, contact_id),
  CONSTRAINT replica_contacts_contact FOREIGN KEY (organization_id, contact_id)
    REFERENCES contacts (organization_id, id) ON DELETE CASCADE
);

-- Staff -------------------------------------------------------------------------------------------------------------

-- Columns as better-auth's adapter needs them. People belong to organizations by membership.
CREATE TABLE staff_user (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL CONSTRAINT staff_user_email_unique UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  -- True or null: only one of two concurrent first-run set-ups makes an administrator.
  first boolean CONSTRAINT staff_user_first_unique UNIQUE,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  two_factor_enabled boolean NOT NULL DEFAULT false,
  CONSTRAINT staff_user_email_lower CHECK (email = lower(email)),
  CONSTRAINT staff_user_first_true CHECK (first)
);

CREATE TABLE staff_account (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT staff_account_user_id_staff_user_id_fk REFERENCES staff_user (id) ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp (3) with time zone,
  refresh_token_expires_at timestamp (3) with time zone,
  scope text,
  password text,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT staff_account_provider UNIQUE (provider_id, account_id)
);
CREATE INDEX staff_account_user_id ON staff_account (user_id);

CREATE TABLE staff_session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT staff_session_user_id_staff_user_id_fk REFERENCES staff_user (id) ON DELETE CASCADE,
  token text NOT NULL CONSTRAINT staff_session_token_unique UNIQUE,
  expires_at timestamp (3) with time zone NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  -- The last use: sessions end some days after it.
  updated_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  -- The one that the person works in.
  organization_id uuid REFERENCES organizations (id),
  -- When the password was last confirmed.
  confirmed_at timestamp (3) with time zone,
  -- The company whose sign-in was used, by people who may have no password.
  company text
);
CREATE INDEX staff_session_user_id ON staff_session (user_id);

CREATE TABLE staff_two_factor (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES staff_user (id) ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamp (3) with time zone
);

CREATE TABLE staff_verification (
  id uuid PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp (3) with time zone NOT NULL DEFAULT now()
);
CREATE INDEX staff_verification_identifier ON staff_verification (identifier);

CREATE TABLE staff_rate_limit (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamp (3) with time zone NOT NULL
);

CREATE TABLE staff_membership (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  user_id uuid NOT NULL REFERENCES staff_user (id) ON DELETE CASCADE,
  role text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  joined_at timestamp (3) with time zone,
  deactivated_at timestamp (3) with time zone,
  PRIMARY KEY (organization_id, user_id),
  CONSTRAINT staff_membership_role_known CHECK (role IN ('admin', 'editor', 'viewer'))
);
CREATE INDEX staff_membership_user_id ON staff_membership (user_id);

-- Named filters of the contact table, of a person or, without one, of everybody in the organization.
CREATE TABLE saved_views (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  user_id uuid,
  title varchar(60) NOT NULL,
  query varchar(2000) NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES staff_membership (organization_id, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_personal_title ON saved_views (organization_id, user_id, lower(title)) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX saved_views_shared_title ON saved_views (organization_id, lower(title)) WHERE user_id IS NULL;

-- Functions ---------------------------------------------------------------------------------------------------------

-- Those that query are PL/pgSQL, which plans once a session: before PostgreSQL 18, a function in SQL that cannot be
-- inlined is planned at every call.

-- Adds to the counters of an organization (its own id) and of its segments.
CREATE FUNCTION add_to_counts(p_organization uuid, p_counted uuid[], p_change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_counts AS c (organization_id, counted_id, shard, count)
  SELECT p_organization, counted, pg_backend_pid() % 64, count(*) * p_change
  FROM unnest(p_counted) AS counted GROUP BY counted ORDER BY counted
  ON CONFLICT (organization_id, counted_id, shard) DO UPDATE SET count = c.count + excluded.count;
END
$$;

-- The fields of a contact that have a value, named as in the API.
CREATE FUNCTION contact_fields(c contacts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('email', c.email, 'phone', c.phone, 'firstname', c.firstname,
    'lastname', c.lastname, 'jobtitle', c.jobtitle, 'company', c.company))
$$;

CREATE FUNCTION contact_segment_ids(p_organization uuid, p_contact uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(segment_id ORDER BY assigned_at, segment_id), '{}')
    FROM contact_segments WHERE organization_id = p_organization AND contact_id = p_contact);
END
$$;

-- The values that differ from the others, or are missing there.
CREATE FUNCTION differing(p_values jsonb, p_others jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(p_values)
    WHERE p_others -> key IS DISTINCT FROM value);
END
$$;

-- What is wrong with a list of segment ids: [{path, problem}] or null.
CREATE FUNCTION segment_problems(p_organization uuid, p_segments uuid[]) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT jsonb_agg(jsonb_build_object('path', 'segmentIds.' || (position - 1), 'problem', 'unknown_segment') ORDER BY position)
    FROM unnest(p_segments) WITH ORDINALITY AS given (id, position)
    WHERE NOT EXISTS (SELECT FROM segments s WHERE s.organization_id = p_organization AND s.id = given.id));
END
$$;

-- Trash and restore look every row up in an index that begins with its key: OFFSET keeps the planner from joining, and
-- the organization, outside of it, from using an index that begins with the organization.
CREATE FUNCTION contact_tids(p_organization uuid, p_ids uuid[]) RETURNS tid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT c.tid FROM unnest(p_ids) g CROSS JOIN LATERAL (
    SELECT ctid AS tid, organization_id FROM contacts WHERE id = g OFFSET 0) c WHERE c.organization_id = p_organization);
END
$$;

-- Moves contacts to the trash; returns how many. Skips ids that are unknown or in the trash.
CREATE FUNCTION trash_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_deletion uuid, p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_ids uuid[];
  v_tids tid[];
BEGIN
  -- In order, so that two overlapping deletions wait for one another instead of dying in a deadlock.
  v_ids := ARRAY(SELECT c.id FROM (SELECT DISTINCT g FROM unnest(p_ids) g ORDER BY g) given CROSS JOIN LATERAL (
    SELECT id, organization_id, deleted_at FROM contacts WHERE id = g OFFSET 0 FOR UPDATE) c
    WHERE c.organization_id = p_organization AND c.deleted_at IS NULL);
  IF cardinality(v_ids) = 0 THEN
    RETURN 0;
  END IF;
  v_now := date_trunc('milliseconds', clock_timestamp());
  v_tids := contact_tids(p_organization, v_ids);
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.deleted', p_actor_kind, p_actor_id, p_actor_name, c.id,
    contact_fields(c) || CASE WHEN s.ids IS NULL THEN '{}' ELSE jsonb_build_object('segmentIds', s.ids) END, p_request
  FROM contacts c CROSS JOIN LATERAL (
    SELECT array_agg(segment_id ORDER BY assigned_at, segment_id) AS ids FROM (
      SELECT * FROM contact_segments WHERE contact_id = c.id OFFSET 0) s WHERE s.organization_id = p_organization) s
  WHERE c.ctid = ANY (v_tids);
  UPDATE contacts SET deleted_at = v_now, deleted_by = p_actor_name,
    deleted_by_kind = p_actor_kind, deleted_by_id = p_actor_id, deletion_id = p_deletion WHERE ctid = ANY (v_tids);
  PERFORM add_to_counts(p_organization, array_fill(p_organization, ARRAY[cardinality(v_ids)]) || ARRAY(
    SELECT s.segment_id FROM unnest(v_ids) g CROSS JOIN LATERAL (
      SELECT * FROM contact_segments WHERE contact_id = g OFFSET 0) s WHERE s.organization_id = p_organization), -1);
  RETURN cardinality(v_ids);
END
$$;

-- Takes contacts out of the trash, as they were; returns how many. A contact stays if its email or phone is in use by
-- now; of several with the same one, the last deleted comes back.
CREATE FUNCTION restore_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_ids uuid[];
  v_restored uuid[];
  v_id uuid;
  v_all uuid[] := '{}';
BEGIN
  v_ids := ARRAY(SELECT c.id FROM (SELECT DISTINCT g FROM unnest(p_ids) g ORDER BY g) given CROSS JOIN LATERAL (
    SELECT id, organization_id, deleted_at FROM contacts WHERE id = g OFFSET 0 FOR UPDATE) c
    WHERE c.organization_id = p_organization AND c.deleted_at IS NOT NULL);
  v_now := date_trunc('milliseconds', clock_timestamp());
  LOOP
    -- Coming back of one can only block others, but one that stays no longer stands in the way of a third: again,
    -- until nothing more comes back.
    v_restored := ARRAY(SELECT id FROM (
      SELECT id,
        CASE WHEN email IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY email ORDER BY deleted_at DESC, id DESC) END AS by_email,
        CASE WHEN phone IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY phone ORDER BY deleted_at DESC, id DESC) END AS by_phone
      FROM (SELECT c.* FROM contacts c WHERE ctid = ANY (contact_tids(p_organization, v_ids)) OFFSET 0) t
      WHERE deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM (SELECT organization_id FROM contacts
          WHERE email_key = t.email AND deleted_at IS NULL OFFSET 0) c WHERE c.organization_id = p_organization)
        AND NOT EXISTS (SELECT FROM (SELECT organization_id FROM contacts
          WHERE phone = t.phone AND deleted_at IS NULL OFFSET 0) c WHERE c.organization_id = p_organization)
    ) free WHERE by_email = 1 AND by_phone = 1);
    EXIT WHEN cardinality(v_restored) = 0;
    BEGIN
      UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deleted_by_kind = NULL, deleted_by_id = NULL, deletion_id = NULL
      WHERE ctid = ANY (contact_tids(p_organization, v_restored));
      v_all := v_all || v_restored;
    EXCEPTION WHEN unique_violation THEN
      -- Somebody has just taken an email or phone. Among many who create contacts that would happen each time that all
      -- are tried anew: one by one, each that can comes back.
      FOREACH v_id IN ARRAY v_restored LOOP
        BEGIN
          UPDATE contacts SET deleted_at = NULL, deleted_by = NULL, deleted_by_kind = NULL, deleted_by_id = NULL, deletion_id = NULL
          WHERE ctid = ANY (contact_tids(p_organization, ARRAY[v_id]));
          v_all := v_all || v_id;
        EXCEPTION WHEN unique_violation THEN
        END;
      END LOOP;
    END;
  END LOOP;
  IF cardinality(v_all) > 0 THEN
    PERFORM add_to_counts(p_organization, array_fill(p_organization, ARRAY[cardinality(v_all)]) || ARRAY(
      SELECT s.segment_id FROM unnest(v_all) g CROSS JOIN LATERAL (
        SELECT * FROM contact_segments WHERE contact_id = g OFFSET 0) s WHERE s.organization_id = p_organization), 1);
    INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, after, request_id)
    SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.restored', p_actor_kind, p_actor_id, p_actor_name, c.id, contact_fields(c), p_request
    FROM contacts c WHERE c.ctid = ANY (contact_tids(p_organization, v_all));
  END IF;
  RETURN cardinality(v_all);
END
$$;

CREATE FUNCTION without_samples(columns jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(c || '{"samples": []}' ORDER BY position), '[]') FROM jsonb_array_elements(columns) WITH ORDINALITY AS e (c, position)
$$;

-- Deletes contacts in the trash forever, with everything known about them elsewhere, including uploads that contain
-- them; records it without their values. Returns how many.
CREATE FUNCTION purge_contacts(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_ids uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_ids uuid[];
  v_emails text[];
  v_phones text[];
BEGIN
  SELECT coalesce(array_agg(id), '{}'), array_agg(email), array_agg(phone) INTO v_ids, v_emails, v_phones
  FROM (SELECT id, email, phone, deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (p_ids) ORDER BY id FOR UPDATE OFFSET 0) c WHERE deleted_at IS NOT NULL;
  DELETE FROM contacts WHERE organization_id = p_organization AND id = ANY (v_ids);
  UPDATE activities SET erased_digest = activity_values_digest(salt, before, after), salt = NULL, before = NULL, after = NULL
  WHERE organization_id = p_organization AND subject_id = ANY (v_ids) AND (before IS NOT NULL OR after IS NOT NULL);
  -- Rows without a contact were rejected, and have the email and phone that they asked for.
  WITH gone AS (DELETE FROM import_rows WHERE ctid = ANY (ARRAY(
      SELECT r.tid FROM unnest(v_ids) g CROSS JOIN LATERAL (
        SELECT ctid AS tid, organization_id FROM import_rows WHERE contact_id = g OFFSET 0) r WHERE r.organization_id = p_organization
      UNION SELECT r.tid FROM unnest(v_emails) g CROSS JOIN LATERAL (
        SELECT ctid AS tid, organization_id, contact_id FROM import_rows WHERE email = g OFFSET 0) r
        WHERE r.organization_id = p_organization AND r.contact_id IS NULL
      UNION SELECT r.tid FROM unnest(v_phones) g CROSS JOIN LATERAL (
        SELECT ctid AS tid, organization_id, contact_id FROM import_rows WHERE phone = g OFFSET 0) r
        WHERE r.organization_id = p_organization AND r.contact_id IS NULL)) RETURNING plan_id),
    cleaned AS (UPDATE imports SET columns = without_samples(columns)
      WHERE organization_id = p_organization AND plan_id IN (SELECT plan_id FROM gone) RETURNING id)
  DELETE FROM import_files WHERE organization_id = p_organization AND import_id IN (SELECT id FROM cleaned);
  DELETE FROM imported_contacts WHERE ctid = ANY (ARRAY(SELECT r.tid FROM unnest(v_ids) g CROSS JOIN LATERAL (
    SELECT ctid AS tid, organization_id FROM imported_contacts WHERE contact_id = g OFFSET 0) r WHERE r.organization_id = p_organization));
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, request_id)
  SELECT p_organization, uuid_of(clock_timestamp()), v_now, 'contact.purged', p_actor_kind, p_actor_id, p_actor_name, id, p_request FROM unnest(v_ids) id;
  RETURN cardinality(v_ids);
END
$$;

-- DELETE /segments/{id}: returns the segment as it was, or no row. What comes back with it is kept in the trash.
CREATE FUNCTION trash_segment(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid) RETURNS SETOF segments LANGUAGE plpgsql AS $$
DECLARE
  v_segment segments;
  v_now timestamptz;
  v_count bigint;
  v_contacts uuid[];
  v_times timestamptz[];
  v_codes uuid[];
BEGIN
  -- From here on nobody is assigned to it: that takes a lock of its row, too.
  SELECT * INTO v_segment FROM segments WHERE organization_id = p_organization AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- What is really taken away here, and not what somebody else is taking away, comes back.
  WITH gone AS (DELETE FROM contact_segments WHERE organization_id = p_organization AND segment_id = p_id
    RETURNING contact_id, assigned_at)
  SELECT coalesce(array_agg(contact_id), '{}'), coalesce(array_agg(assigned_at), '{}') INTO v_contacts, v_times FROM gone;
  WITH gone AS (DELETE FROM referral_code_segments WHERE organization_id = p_organization AND segment_id = p_id
    RETURNING referral_code_id)
  SELECT coalesce(array_agg(referral_code_id), '{}') INTO v_codes FROM gone;
  WITH gone AS (DELETE FROM contact_counts WHERE organization_id = p_organization AND counted_id = p_id RETURNING count)
  SELECT coalesce(sum(count), 0) INTO v_count FROM gone;
  DELETE FROM segments WHERE organization_id = p_organization AND id = p_id;
  v_now := date_trunc('milliseconds', clock_timestamp());
  INSERT INTO deleted_segments (organization_id, id, title, color, created_at, deleted_at, deleted_by, deleted_by_kind,
    deleted_by_id, contact_count, contact_ids, assigned_at, referral_code_ids)
  VALUES (p_organization, p_id, v_segment.title, v_segment.color, v_segment.created_at, v_now, p_actor_name, p_actor_kind,
    p_actor_id, v_count, v_contacts, v_times, v_codes);
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, request_id, contact_ids)
  VALUES (p_organization, uuid_of(clock_timestamp()), v_now, 'segment.deleted', p_actor_kind, p_actor_id, p_actor_name, p_id,
    jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request, v_contacts);
  RETURN NEXT v_segment;
END
$$;

-- POST /trash/segments/{id}/restore: returns the segment, or no row if it is not in the trash. The unique index rejects
-- a title that is in use.
CREATE FUNCTION restore_segment(p_organization uuid, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_request text,
  p_id uuid, p_title text) RETURNS SETOF segments LANGUAGE plpgsql AS $$
DECLARE
  v_gone deleted_segments;
  v_segment segments;
  v_contacts uuid[];
BEGIN
  DELETE FROM deleted_segments WHERE organization_id = p_organization AND id = p_id RETURNING * INTO v_gone;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO segments (organization_id, id, title, color, created_at)
  VALUES (p_organization, p_id, coalesce(p_title, v_gone.title), v_gone.color, v_gone.created_at) RETURNING * INTO v_segment;
  -- Whoever deletes or restores one of them has locked it: from here on it is clear who counts, and what is left of the
  -- old counters is all there.
  PERFORM FROM contacts WHERE organization_id = p_organization AND id = ANY (v_gone.contact_ids) ORDER BY id FOR KEY SHARE;
  WITH assigned AS (INSERT INTO contact_segments (organization_id, contact_id, segment_id, assigned_at)
    SELECT p_organization, c.id, p_id, c.at FROM unnest(v_gone.contact_ids, v_gone.assigned_at) AS c (id, at)
    WHERE EXISTS (SELECT FROM contacts WHERE organization_id = p_organization AND id = c.id) RETURNING contact_id)
  SELECT array_agg(contact_id) INTO v_contacts FROM assigned;
  INSERT INTO referral_code_segments (organization_id, referral_code_id, segment_id)
  SELECT p_organization, unnest(v_gone.referral_code_ids), p_id;
  DELETE FROM contact_counts WHERE organization_id = p_organization AND counted_id = p_id;
  PERFORM add_to_counts(p_organization, ARRAY[p_id], (SELECT count(*) FROM (SELECT deleted_at FROM contacts
    WHERE organization_id = p_organization AND id = ANY (v_gone.contact_ids) OFFSET 0) c WHERE deleted_at IS NULL));
  INSERT INTO activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, after, request_id, contact_ids)
  VALUES (p_organization, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), 'segment.restored',
    p_actor_kind, p_actor_id, p_actor_name, p_id, jsonb_build_object('title', v_segment.title, 'color', v_segment.color), p_request, v_contacts);
  RETURN NEXT v_segment;
END
$$;

-- Digests of activity -----------------------------------------------------------------------------------------------

CREATE FUNCTION activity_values_digest(salt uuid, before jsonb, after jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(coalesce(salt::text, '') || E'\n' || coalesce(before::text, '') || E'\n' || coalesce(after::text, ''), 'UTF8'))
$$;

-- Covers everything but the seal. An erased row keeps the digest of its values, so that only erased values can be
-- missing.
CREATE FUNCTION activity_digest(a activities) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(a.organization_id, a.id, extract(epoch FROM a.at), a.action, a.actor_kind,
    a.actor_id, a.actor_name, a.subject_id, a.request_id, a.import_id, encode(sha256(array_send(a.contact_ids)), 'hex'),
    encode(coalesce(CASE WHEN a.salt IS NULL AND a.before IS NULL AND a.after IS NULL THEN a.erased_digest END,
      activity_values_digest(a.salt, a.before, a.after)), 'hex'))::text, 'UTF8'))
$$;

CREATE FUNCTION seal_digest(p_organization uuid, number integer, count integer, latest_at timestamptz, sealed_at timestamptz,
  contents bytea, previous bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(p_organization, number, count, extract(epoch FROM latest_at),
    extract(epoch FROM sealed_at), encode(contents, 'hex'), encode(previous, 'hex'))::text, 'UTF8'))
$$;
