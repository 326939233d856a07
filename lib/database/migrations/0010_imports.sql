-- Imports: the file, what its plan makes of each row, and contacts as they were before a run.
CREATE TABLE imports (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name varchar(200) NOT NULL,
  size bigint NOT NULL,
  header_key text NOT NULL,
  format jsonb NOT NULL,
  settings jsonb NOT NULL,
  columns jsonb NOT NULL,
  plan_id uuid,
  run_id uuid,
  created_by jsonb NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (organization_id, id)
);--> statement-breakpoint
CREATE TABLE import_files (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (organization_id, import_id, number)
);--> statement-breakpoint
ALTER TABLE import_files ALTER COLUMN bytes SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE TABLE import_rows (
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL,
  result text,
  contact_id uuid,
  request jsonb NOT NULL,
  after jsonb,
  email text,
  phone text,
  details jsonb,
  repeats integer,
  cells jsonb,
  PRIMARY KEY (plan_id, line)
);--> statement-breakpoint
CREATE INDEX import_rows_by_email ON import_rows (email, plan_id) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX import_rows_by_phone ON import_rows (phone, plan_id) WHERE phone IS NOT NULL;--> statement-breakpoint
CREATE INDEX import_rows_by_contact ON import_rows (contact_id, plan_id) WHERE after IS NOT NULL;--> statement-breakpoint
CREATE TABLE imported_contacts (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  piece integer NOT NULL,
  before jsonb,
  version integer NOT NULL,
  kept boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run_id, contact_id)
);--> statement-breakpoint
CREATE INDEX imported_contacts_by_piece ON imported_contacts (run_id, piece);--> statement-breakpoint
ALTER TABLE activities ADD COLUMN import_id uuid;
