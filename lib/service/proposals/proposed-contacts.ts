import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { ContactRequest } from '@/lib/contacts/decide';
import type { ContactBatch } from '@/lib/contract/contact-batch';
import type { ContactField } from '@/lib/contract/contact-fields';
import type { FieldValues } from '@/lib/contract/field';
import type { ImportSettings } from '@/lib/contract/import';
import { scoped } from '@/lib/database/statement';
import { insertJob } from '@/lib/jobs/job-table';
import { parseItem } from '../contacts/contact-batch';
import { previewAll } from '../contacts/preview';
import type { ParsedRow } from '../imports/corrections';
import { countRows } from '../imports/count-rows';
import type { RowRequest } from '../imports/decide-rows';
import type { PlanInput } from '../imports/file-chunks';
import { forgetOlderPlans, nothingPlanned, planRows, planType, writeRows } from '../imports/plan-job';
import { toRequestedBy } from '../shared/job-context';
import { invalid, type Refusal } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { dropPlanRows, dropPlans } from '../trash/import-places';
import { listPlanRows, runPlan, toPlanPreview } from './plan-rows';
import type { ProposalCall, ProposedChange } from './proposed-change';

/** Proposed contacts are the rows of an import without a file, of these settings: the rules of `POST /contacts`. */
const SETTINGS: ImportSettings = {
  targets: [],
  columnOrder: [],
  mode: 'both',
  fillBlanks: false,
  country: null,
  segmentSeparator: '',
  createSegments: false,
  sharedAddresses: 'update',
  unusualPhones: 'import',
  segmentIds: [],
};
const FORMAT = {
  encoding: 'utf-8',
  delimiter: ',',
  header: true,
  firstLine: 1,
  quotes: 'double',
  sheet: null,
} as const;
const NO_TABLE = { name: '', isText: true, sample: '' };

const createImport = scoped(
  'create_proposed_import',
  `insert into imports (organization_id, id, name, size, header_key, format, settings, columns, created_by, proposed, created_at, updated_at)
   select $1, $2, $3, 0, '', $4, $5, '[]', $6, true, now, now from date_trunc('milliseconds', clock_timestamp()) now`,
);
const setPlan = scoped(
  'set_plan_of_proposal',
  'update imports set plan_id = $3 where organization_id = $1 and id = $2 and run_id is null',
);
const readRequests = scoped<{ line: number; request: RowRequest }>(
  'read_proposed_requests',
  `select line, request from import_rows where organization_id = $1
     and plan_id = (select plan_id from imports where organization_id = $1 and id = $2) order by line`,
);
/** Says that the person who approves has started the import. */
const setStarter = scoped(
  'set_starter_of_proposed_import',
  'update imports set created_by = $3 where organization_id = $1 and id = $2 and proposed',
);
const dropImport = scoped<{ plan_id: string }>(
  'drop_proposed_import',
  'delete from imports where organization_id = $1 and id = $2 and proposed and run_id is null returning plan_id',
);

/** Contacts to create or update: an import without a file, which is hidden until it runs. */
export const proposedContacts: ProposedChange<Partial<ContactBatch> & { title: string }> = {
  async freeze(call, id, { contacts, title }) {
    const { context } = call;
    const full = contacts && (await refuseIfFull(context, call.service));
    if (full) return full;
    const rows = contacts ? await parseContacts(call, contacts) : await readRequests(context, id);
    if ('refusal' in rows) return rows;
    const parsed = rows.map(
      ({ line, request }): ParsedRow => ({
        row: { line, cells: [] },
        request,
        problems: [],
        leftOut: [],
        corrected: [],
        unusual: null,
        isCorrected: false,
      }),
    );
    const planId = uuidv7();
    const progress = structuredClone(nothingPlanned);
    const columns = { names: [], settings: SETTINGS };
    const records = await planRows(context, parsed, { planId, columns, progress, isReplica: false });
    await writeRows(context, planId, JSON.stringify(records));
    const [counts] = await countRows(context, planId, 0);
    Object.assign(progress, counts, { share: 1, bytes: JSON.stringify(records).length });
    if (contacts)
      await createImport(
        context,
        id,
        title,
        JSON.stringify({ ...FORMAT, tables: [NO_TABLE], otherTables: [] }),
        JSON.stringify(SETTINGS),
        JSON.stringify(context.actor),
      );
    await setPlan(context, id, planId);
    const input: PlanInput = {
      importId: id,
      size: 0,
      format: FORMAT,
      table: 0,
      settings: SETTINGS,
      names: [],
    };
    const { organizationId } = context;
    const requestedBy = toRequestedBy(context);
    await insertJob(context.client, planType, {
      organizationId,
      id: planId,
      input,
      progress,
      requestedBy,
      isDone: true,
    });
    await forgetOlderPlans(context, id, planId);
    return { preview: toPlanPreview(digestRows(records), progress) };
  },

  listRows: (context, id, _, after) => listPlanRows(context, id, after),
  async run(call, id, _, leaveOut) {
    await setStarter(call.context, id, JSON.stringify(call.context.actor));
    return runPlan(call, id, leaveOut);
  },
  async drop(context, id) {
    const plans = (await dropImport(context, id)).map(({ plan_id }) => plan_id);
    await dropPlanRows(context, plans);
    await dropPlans(context, plans);
  },
};

/** Proposed contacts as rows, numbered from 1; refuses those that `POST /contacts` would refuse, but for conflicts. */
async function parseContacts(
  { context }: ProposalCall,
  contacts: ContactBatch['contacts'],
): Promise<{ line: number; request: RowRequest }[] | { refusal: Refusal }> {
  const items = contacts.map(parseItem);
  const errors = items.flatMap((item) => ('errors' in item ? item.errors : []));
  const requests = items.flatMap((item) => ('request' in item ? item.request : []));
  if (errors.length === 0)
    for (const [index, preview] of (await previewAll(context, requests)).entries())
      if ('refusal' in preview)
        errors.push(
          ...preview.refusal.details.map((one) => ({ ...one, path: `contacts.${index}.${one.path}` })),
        );
      else if (preview.data.referralCode?.message)
        errors.push({ path: `contacts.${index}.referralCode`, message: preview.data.referralCode.message });
  if (errors.length > 0) return invalid(errors);
  return requests.map((request, index) => ({ line: index + 1, request: toRowRequest(request) }));
}

/** A request as the row of an import: what is blank says nothing. */
function toRowRequest({ fields, custom, segmentIds, referralCode }: ContactRequest): RowRequest {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const own = Object.entries(custom ?? {}).filter(([, value]) => value !== null);
  return {
    fields: Object.fromEntries(given) as Partial<Record<ContactField, string>>,
    ...(own.length > 0 && { custom: Object.fromEntries(own) as FieldValues }),
    ...(segmentIds?.length && { segmentIds }),
    ...(referralCode && { referralCode }),
  };
}

/**
 * Digest of what the rows do: it changes with a contact that they lead to. New contacts have another id in each plan, by which
 * later rows name them.
 */
function digestRows(records: Awaited<ReturnType<typeof planRows>>): string {
  const made = new Set(
    records.flatMap(({ outcome, contact_id }) => (outcome === 'created' ? contact_id : [])),
  );
  const rows = records.map(({ outcome, contact_id, after, details }) => [
    outcome,
    contact_id,
    after?.version,
    after?.segments.map(([id]) => id),
    details,
  ]);
  return hash(
    'sha256',
    JSON.stringify(rows, (_, value: unknown) => (made.has(value as string) ? null : value)),
  );
}
