import type { ContactRow } from '@/lib/contacts/contact-row';
import { segmentsOf } from '@/lib/contacts/decide';
import { keptReason } from '@/lib/contacts/kept-by-undo';
import { type ContactField, type ContactUpsert, contactFields } from '@/lib/contract/contact';
import { byTitleKey, titleKey } from '@/lib/contract/title-key';
import type { Database } from '@/lib/database/database';
import { storedState } from '@/lib/database/imported-contacts';
import { importRunType, type RunInput, type RunProgress } from '@/lib/jobs/import-run';
import { type Job, type JobKinds, jobKind } from '@/lib/jobs/job';
import { eachContact, type Parts, readById, readReplica, type Sent, type Turn } from './each-contact';
import { reasonOf } from './refused-change';

/** Rows per piece; few, so that progress is visible. */
const PIECE = 20;

type Outcome = 'created' | 'updated' | 'unchanged' | 'rejected';

type RunJob = Job<RunInput, RunProgress>;

/** A row to import. */
interface PlannedRow {
  line: number;
  outcome: Outcome;
  /** Once it has been sent. */
  result: Outcome | null;
  request: { fields: Fields; segmentTitles?: string[]; referralCode?: string };
  details: {
    changes?: { field: ContactField; after: string | null }[];
    segmentsAdded?: string[];
    problems?: { message: string }[];
  } | null;
  after: Fields | null;
  repeats: number | null;
}

type Fields = Partial<Record<ContactField, string | null>>;

/** What became of a row; a reason if it was rejected. */
interface Done {
  outcome: Outcome;
  reason?: string;
}

interface ImportedContact {
  contact_id: string;
  before: ContactRow | null;
}

const NO_ANSWER = 'No answer. The code may have been redeemed; check before trying again.';

/**
 * Runs and undoes an import at a connected service, with one call per row. Each result is recorded immediately, so that a
 * repeated piece sends only the other rows. An upsert without a response is repeated, unless it redeems a code.
 */
export function remoteImportJob(parts: Parts): JobKinds {
  return jobKind<RunInput, RunProgress, unknown>(importRunType, {
    prepare: ({ job }) => (job.undo ? undoPiece(parts, job) : runPiece(parts, job)),
    async run({ job, client, prepared }) {
      const { outcomes, rows } = prepared as { outcomes: Outcome[]; rows: PlannedRow[] };
      const progress = { ...job.progress };
      for (const outcome of outcomes) progress[outcome]++;
      const asPlanned = rows.filter(({ outcome }, index) => outcomes[index] === outcome);
      const lines = asPlanned.map(({ line }) => line);
      await client.query(
        'update import_rows set result = null where organization_id = $1 and plan_id = $2 and line = any($3)',
        [job.organizationId, job.input.planId, lines],
      );
      progress.rows += rows.length;
      progress.changed += rows.length - lines.length;
      progress.line = rows.at(-1)?.line ?? progress.line;
      return { position: job.position + 1, progress, done: rows.length < PIECE };
    },
    async undo({ job, prepared }) {
      const { undone, kept } = prepared as { undone: number; kept: number };
      const progress = { ...job.progress };
      progress.undone += undone;
      progress.kept += kept;
      const position = Math.max(job.position - 1, 0);
      return { position, progress, done: position === 0 };
    },
  });
}

async function runPiece(parts: Parts, job: RunJob): Promise<{ outcomes: Outcome[]; rows: PlannedRow[] }> {
  const { database } = parts;
  const { planId, settings } = job.input;
  const { rows } = await database.pool.query<PlannedRow>(
    `select line, outcome, result, request, details, after, repeats from import_rows
     where organization_id = $1 and plan_id = $2 and line > $3 and outcome in ('created', 'updated', 'unchanged')
     order by line limit ${PIECE}`,
    [job.organizationId, planId, job.progress.line],
  );
  const segments = await segmentsByTitle(database, job);
  const turn: Turn<PlannedRow> = {
    async find({ request: { fields } }) {
      const stored = await readReplica(database, job, { id: null, fields });
      return stored.owner('email', fields.email) ?? stored.owner('phone', fields.phone);
    },
    async decide(row) {
      const { referralCode, segmentTitles = [] } = row.request;
      if (row.outcome === 'unchanged' && !referralCode) return null;
      const ids = segmentTitles.flatMap((title) => segments.get(titleKey(title))?.id ?? []);
      // Stays if this process ends or no response comes: redeeming twice may count twice.
      if (referralCode) await note(parts, job, row, { outcome: 'rejected', reason: NO_ANSWER });
      return { upsert: upsertOf(row, [...new Set([...settings.segmentIds, ...ids])]) };
    },
    async settle(row, before, sent) {
      if (sent && !sent.ok && row.request.referralCode && !sent.error.unsettled)
        await note(parts, job, row, null);
      const done: Done = !sent
        ? { outcome: 'unchanged' }
        : sent.ok
          ? { outcome: await recordImported(parts, job, before, sent) }
          : { outcome: 'rejected', reason: reasonOf(sent.error) };
      await note(parts, job, row, done);
      row.result = done.outcome;
    },
  };
  const isOrdered = rows.some(({ repeats }) => repeats !== null);
  await eachContact(
    parts,
    job,
    rows.filter(({ result }) => !result),
    turn,
    isOrdered,
  );
  return { outcomes: rows.map(({ result }) => result as Outcome), rows };
}

/** Besides the identifiers, only what the plan showed: it may have left out a value. */
function upsertOf({ outcome, request, details, after }: PlannedRow, segmentIds: string[]): ContactUpsert {
  const { fields, referralCode } = request;
  const body: ContactUpsert = {};
  for (const name of outcome === 'created' ? contactFields : (['email', 'phone'] as const))
    if (fields[name] && fields[name] === after?.[name]) body[name] = fields[name];
  for (const { field, after: value } of details?.changes ?? []) body[field] = value;
  if (segmentIds.length > 0 && (outcome === 'created' || details?.segmentsAdded))
    body.segmentIds = segmentIds;
  if (referralCode) body.referralCode = referralCode;
  return body;
}

/** Records what became of a row; `null`: nothing yet. */
async function note(
  { database }: Parts,
  job: RunJob,
  { line }: PlannedRow,
  done: Done | null,
): Promise<void> {
  const problem = { column: null, value: null, contactId: null, message: done?.reason };
  await database.pool.query(
    `update import_rows set result = $4, details = coalesce(details, '{}') - 'problems' || $5
     where organization_id = $1 and plan_id = $2 and line = $3`,
    [
      job.organizationId,
      job.input.planId,
      line,
      done?.outcome ?? null,
      JSON.stringify(done?.reason ? { problems: [problem] } : {}),
    ],
  );
}

/** Records the former state of a contact, which is known from the replica, or if the service says it created the contact. */
async function recordImported(
  { database }: Parts,
  job: RunJob,
  before: ContactRow | null,
  { id, isCreated }: Sent & { ok: true },
): Promise<Outcome> {
  const stored = await readById(database, job, id);
  if (before && stored?.version === before.version) return 'unchanged';
  const isNew = !before && isCreated;
  await database.pool.query(
    `insert into imported_contacts as c (organization_id, run_id, contact_id, piece, before, version, kept, state)
     select $1, $2::uuid, $3::uuid, $4, $5, $6, $7, max(${storedState}) from contacts k where k.organization_id = $1 and k.id = $3
     on conflict (run_id, contact_id, organization_id) do update
       set version = excluded.version, state = excluded.state, kept = c.kept or c.version is distinct from (excluded.before ->> 'version')::int`,
    [
      job.organizationId,
      job.id,
      id,
      job.position + 1,
      before && JSON.stringify(before),
      stored?.version ?? 0,
      !before && !isNew,
    ],
  );
  return isNew ? 'created' : 'updated';
}

/**
 * Undoes the latest piece: contacts that are as the import left them are restored, or deleted if it created them. Others
 * move to piece 0, from which they can be undone later.
 */
async function undoPiece(parts: Parts, job: RunJob): Promise<{ undone: number; kept: number }> {
  const { database } = parts;
  const { rows } = await database.pool.query<ImportedContact>(
    `select contact_id, before from imported_contacts
     where organization_id = $1 and run_id = $2 and piece >= $3`,
    [job.organizationId, job.id, job.position],
  );
  let undone = 0;
  await eachContact(parts, job, rows, {
    find: ({ contact_id }) => readById(database, job, contact_id),
    async decide({ contact_id: id, before }, stored) {
      const { rowCount: asImported } = await database.pool.query(
        `select from imported_contacts c left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
         where c.organization_id = $1 and c.run_id = $2 and c.contact_id = $3 and ${keptReason} is null`,
        [job.organizationId, job.id, id],
      );
      if (!asImported || !stored) return null;
      return before ? { update: id, body: differences(before, stored) } : { delete: id };
    },
    async settle({ contact_id: id }, _, sent) {
      // Throws unless it is only this contact that the service refuses.
      if (sent && !sent.ok) reasonOf(sent.error);
      if (sent?.ok) undone++;
      await database.pool.query(
        sent?.ok
          ? 'delete from imported_contacts where organization_id = $1 and run_id = $2 and contact_id = $3'
          : 'update imported_contacts set piece = 0 where organization_id = $1 and run_id = $2 and contact_id = $3',
        [job.organizationId, job.id, id],
      );
    },
  });
  return { undone, kept: rows.length - undone };
}

/** Only fields that the import changed: the replica may not know the others. */
function differences(before: ContactRow, stored: ContactRow) {
  const fields = Object.fromEntries(
    contactFields.flatMap((name) => (before[name] === stored[name] ? [] : [[name, before[name]]])),
  );
  const had = new Set(segmentsOf(before));
  const assigned = segmentsOf(stored);
  const segmentIds = assigned.filter((id) => had.has(id));
  return segmentIds.length < assigned.length ? { ...fields, segmentIds } : fields;
}

async function segmentsByTitle(
  database: Database,
  { organizationId }: Job,
): Promise<ReadonlyMap<string, { id: string }>> {
  const { rows } = await database.pool.query<{ id: string; title: string }>(
    'select id, title from segments where organization_id = $1 and deleted_at is null',
    [organizationId],
  );
  return byTitleKey(rows);
}
