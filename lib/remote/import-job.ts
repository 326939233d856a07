import { type ContactField, type ContactUpsert, contactFields } from '@/lib/contract/contact';
import { byTitleKey, titleKey } from '@/lib/contract/title-key';
import type { Database } from '@/lib/database/database';
import { isEdited, storedState } from '@/lib/database/imported-contacts';
import { importRunType, type RunInput, type RunProgress } from '@/lib/jobs/import-run';
import { type Job, type JobKinds, jobKind } from '@/lib/jobs/job';
import { recordedBy } from './contact-store';
import { failureOf, reasonOf } from './refused-change';
import { inParallel, type Remote } from './remote';

/** Rows per piece; few, so that progress is visible. */
const PIECE = 20;

type Outcome = 'created' | 'updated' | 'unchanged' | 'rejected';

type RunJob = Job<RunInput, RunProgress>;

/** A row to import. */
interface Row {
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

interface Stored extends Record<ContactField, string | null> {
  id: string;
  version: number;
  segments: [segmentId: string, assignedAt: string][];
}

/** What became of a row; a reason if it was rejected. */
interface Done {
  outcome: Outcome;
  reason?: string;
}

interface ImportedContact {
  contact_id: string;
  before: Stored | null;
}

interface Parts {
  database: Database;
  remote: Remote;
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
      const { outcomes, rows } = prepared as { outcomes: Outcome[]; rows: Row[] };
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

async function runPiece(parts: Parts, job: RunJob): Promise<{ outcomes: Outcome[]; rows: Row[] }> {
  const { planId, settings } = job.input;
  const { rows } = await parts.database.pool.query<Row>(
    `select line, outcome, result, request, details, after, repeats from import_rows
     where organization_id = $1 and plan_id = $2 and line > $3 and outcome in ('created', 'updated', 'unchanged')
     order by line limit ${PIECE}`,
    [job.organizationId, planId, job.progress.line],
  );
  const segments = await segmentsByTitle(parts.database, job);
  const outcomes: Outcome[] = [];
  const work = async (index: number) => {
    const row = rows[index] as Row;
    const ids = (row.request.segmentTitles ?? []).flatMap((title) => segments.get(titleKey(title))?.id ?? []);
    const segmentIds = [...new Set([...settings.segmentIds, ...ids])];
    if (row.result) {
      outcomes[index] = row.result;
      return;
    }
    const done = await runRow(parts, job, row, segmentIds);
    await note(parts, job, row, done);
    outcomes[index] = done.outcome;
  };
  const indexes = [...rows.keys()];
  // Rows about the same contact must run in order.
  if (rows.some(({ repeats }) => repeats !== null)) for (const index of indexes) await work(index);
  else await inParallel(indexes, work);
  return { outcomes, rows };
}

/** Records what became of a row; `null`: nothing yet. */
async function note({ database }: Parts, job: RunJob, { line }: Row, done: Done | null): Promise<void> {
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

async function runRow(parts: Parts, job: RunJob, row: Row, segmentIds: string[]): Promise<Done> {
  const { database, remote } = parts;
  const { outcome, request, details, after } = row;
  const { fields, referralCode } = request;
  if (outcome === 'unchanged' && !referralCode) return { outcome };
  const body: ContactUpsert = {};
  if (outcome === 'created') Object.assign(body, fields);
  // Besides the identifiers, send only what the plan showed.
  for (const name of ['email', 'phone'] as const)
    if (fields[name] && fields[name] === after?.[name]) body[name] = fields[name];
  for (const { field, after: value } of details?.changes ?? []) body[field] = value;
  if (segmentIds.length > 0 && (outcome === 'created' || details?.segmentsAdded))
    body.segmentIds = segmentIds;
  if (referralCode) body.referralCode = referralCode;

  let before = await ownerOf(database, job, fields);
  if (before && remote.canGet) {
    const latest = await remote.get(before.id);
    if (!latest.ok && latest.error.code !== 'NOT_FOUND') throw failureOf(latest.error);
    before = await ownerOf(database, job, fields);
  }
  // Stays if this process ends or no response comes: redeeming twice may count twice.
  if (referralCode) await note(parts, job, row, { outcome: 'rejected', reason: NO_ANSWER });
  const { result, outcome: answered } = await remote.upsert(body, recordedBy(job));
  if (!result.ok) {
    if (referralCode && !result.error.unsettled) await note(parts, job, row, null);
    return { outcome: 'rejected', reason: reasonOf(result.error) };
  }
  const stored = await storedContact(database, job, result.data.id);
  if (before && stored?.version === before.version) return { outcome: 'unchanged' };
  // The former state is known from the replica, or if the service says it created the contact.
  const isCreated = !before && answered === 'created';
  await database.pool.query(
    `insert into imported_contacts as c (organization_id, run_id, contact_id, piece, before, version, kept, state)
     values ($1, $2, $3, $4, $5, $6, $7, (select ${storedState} from contacts k where k.organization_id = $1 and k.id = $3))
     on conflict (run_id, contact_id) do update
       set version = excluded.version, state = excluded.state, kept = c.kept or c.version is distinct from (excluded.before ->> 'version')::int`,
    [
      job.organizationId,
      job.id,
      result.data.id,
      job.position + 1,
      before && JSON.stringify(before),
      stored?.version ?? 0,
      !before && !isCreated,
    ],
  );
  return { outcome: isCreated ? 'created' : 'updated' };
}

/**
 * Undoes the latest piece: contacts that are as the import left them are restored, or deleted if it created them. Others
 * move to piece 0, from which they can be undone later.
 */
async function undoPiece(
  { database, remote }: Parts,
  job: RunJob,
): Promise<{ undone: number; kept: number }> {
  const { rows } = await database.pool.query<ImportedContact>(
    `select contact_id, before from imported_contacts
     where organization_id = $1 and run_id = $2 and piece >= $3`,
    [job.organizationId, job.id, job.position],
  );
  let [undone, kept] = [0, 0];
  await inParallel(rows, async ({ contact_id: id, before }) => {
    if (remote.canGet) {
      const latest = await remote.get(id);
      if (!latest.ok && latest.error.code !== 'NOT_FOUND') throw failureOf(latest.error);
    }
    const stored = await storedContact(database, job, id);
    const { rowCount: asImported } = await database.pool.query(
      `select from imported_contacts c left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
       where c.organization_id = $1 and c.run_id = $2 and c.contact_id = $3 and not ${isEdited}`,
      [job.organizationId, job.id, id],
    );
    const isUndone = Boolean(asImported && stored && (await undoContact(remote, job, stored, before)));
    if (isUndone) undone++;
    else kept++;
    await database.pool.query(
      isUndone
        ? 'delete from imported_contacts where organization_id = $1 and run_id = $2 and contact_id = $3'
        : 'update imported_contacts set piece = 0 where organization_id = $1 and run_id = $2 and contact_id = $3',
      [job.organizationId, job.id, id],
    );
  });
  return { undone, kept };
}

/** Returns whether the service accepted it. */
async function undoContact(
  remote: Remote,
  job: RunJob,
  stored: Stored,
  before: Stored | null,
): Promise<boolean> {
  const { id } = stored;
  const send = async () => {
    if (!before) return remote.delete(id, recordedBy(job), job.id);
    // Only fields the import changed: the replica may not know the others.
    const fields = Object.fromEntries(
      contactFields.flatMap((name) => (before[name] === stored[name] ? [] : [[name, before[name]]])),
    );
    const had = new Set(before.segments.map(([segmentId]) => segmentId));
    const segmentIds = stored.segments.map(([segmentId]) => segmentId).filter((one) => had.has(one));
    const changes = segmentIds.length < stored.segments.length ? { ...fields, segmentIds } : fields;
    return { result: await remote.update(id, changes, recordedBy(job)), isDone: false };
  };
  const { result, isDone } = await send();
  if (result.ok || isDone) return true;
  reasonOf(result.error);
  return false;
}

/** The contact that the service would update, according to the replica. */
async function ownerOf(database: Database, job: RunJob, { email, phone }: Fields): Promise<Stored | null> {
  return readContact(
    database,
    job,
    `(select id from contacts where email_key = $2 and organization_id = $1 and deleted_at is null
      union all
      select id from contacts where phone = $3 and organization_id = $1 and deleted_at is null limit 1)`,
    [email ?? null, phone ?? null],
  );
}

const storedContact = (database: Database, job: RunJob, id: string): Promise<Stored | null> =>
  readContact(database, job, '$2', [id]);

async function readContact(
  database: Database,
  { organizationId }: Job,
  id: string,
  values: unknown[],
): Promise<Stored | null> {
  const { rows } = await database.pool.query<Stored>(
    `select c.id, ${contactFields.map((name) => `c.${name}`).join(', ')}, c.version, (
       select coalesce(json_agg(json_build_array(s.segment_id, s.assigned_at) order by s.assigned_at, s.segment_id), '[]')
       from contact_segments s where s.organization_id = $1 and s.contact_id = c.id) as segments
     from contacts c where c.organization_id = $1 and c.id = ${id} and c.deleted_at is null`,
    [organizationId, ...values],
  );
  return rows[0] ?? null;
}

async function segmentsByTitle(
  database: Database,
  { organizationId }: Job,
): Promise<ReadonlyMap<string, { id: string }>> {
  const { rows } = await database.pool.query<{ id: string; title: string }>(
    'select id, title from segments where organization_id = $1',
    [organizationId],
  );
  return byTitleKey(rows);
}
