import type * as z from 'zod';
import {
  type ContactRow,
  type ContactValues,
  toContactRow,
  unmarkedValuesSql,
} from '@/lib/contacts/contact-row';
import { changedFields, segmentIdsOf } from '@/lib/contacts/decide';
import { changedFieldValues, toFieldKey } from '@/lib/contacts/field-values';
import type { contactChange, selection } from '@/lib/contract/bulk-change';
import { MOST_PROPOSED, PROPOSAL_ROWS_LISTED, type ProposalRow } from '@/lib/contract/proposal';
import { parameters, runScoped, scoped } from '@/lib/database/statement';
import { insertJob } from '@/lib/jobs/job-table';
import { resolveChange } from '../bulk-changes/bulk-changes';
import { dropChunks } from '../bulk-changes/chunks';
import { notStarted, storeChunks } from '../bulk-changes/snapshot-selection';
import { listSegmentTitles } from '../segments/segments';
import { type BulkChangeInput, bulkChangeType } from '../shared/bulk-change-type';
import { toRequestedBy } from '../shared/job-context';
import { invalid, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import {
  NO_SUCH_ROW,
  nothingCounted,
  type ProposalCall,
  type ProposedChange,
  toPage,
} from './proposed-change';

type Input = { change: z.output<typeof contactChange> } & {
  [N in keyof typeof selection]: z.output<(typeof selection)[N]>;
};
type Frozen = Omit<BulkChangeInput, 'chunks'>;

/** Chunks have fewer contacts than this, so that a row is numbered by chunk and place. */
const MOST_IN_CHUNK = 10_000;
const readRows = scoped<{ place: number; id: string; contact: ContactValues | null }>(
  'list_proposed_contacts',
  `select k.number * ${MOST_IN_CHUNK} + u.place as place, u.id,
     case when c.id is not null then json_build_array(${unmarkedValuesSql}) end as contact
   from bulk_change_chunks k cross join unnest(k.contact_ids) with ordinality u (id, place)
   left join lateral (select * from contacts where organization_id = $1 and id = u.id and deleted_at is null offset 0) c on true
   where k.organization_id = $1 and k.bulk_change_id = $2 and k.number * ${MOST_IN_CHUNK} + u.place > $3
   order by k.number, u.place limit ${PROPOSAL_ROWS_LISTED + 1}`,
);
const leaveOutContacts = scoped(
  'leave_contacts_out',
  `update bulk_change_chunks k set (contact_ids, versions) = (
     select coalesce(array_agg(u.id order by u.place), '{}'), coalesce(array_agg(u.version order by u.place), '{}')
     from unnest(k.contact_ids, k.versions) with ordinality u (id, version, place) where u.id::text <> all($3::text[]))
   where k.organization_id = $1 and k.bulk_change_id = $2`,
);
const countChunks = scoped<{ chunks: number; contacts: number }>(
  'count_approved_contacts',
  `select count(*) as chunks, coalesce(sum(cardinality(contact_ids)), 0)::integer as contacts
   from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2`,
);

const countContacts = async (context: ProposalCall['context'], id: string) =>
  (await countChunks(context, id))[0] ?? { chunks: 0, contacts: 0 };

/** SQL: whether the change would leave contact `c` as it is. */
function isUnchangedSql({ type, add, remove, set }: Frozen, parameter: (value: unknown) => string): string {
  if (type === 'delete') return 'false';
  if (!set)
    return `c.segment_ids @> ${parameter(add)}::uuid[] and not c.segment_ids && ${parameter(remove)}::uuid[]`;
  const key = toFieldKey(set.field);
  if (key === null) return `c.${set.field} is not distinct from ${parameter(set.value)}`;
  const value = set.value === null ? null : JSON.stringify(set.value);
  return `c.fields -> ${parameter(key)}::text is not distinct from ${parameter(value)}::jsonb`;
}

/** Counts `total` contacts in chunks by what the change does to them. */
async function countOutcomes(context: ProposalCall['context'], id: string, frozen: Frozen, total: number) {
  const { values, parameter } = parameters();
  const [{ unchanged } = { unchanged: 0 }] = await runScoped<{ unchanged: number }>(
    context,
    `select count(*) as unchanged from bulk_change_chunks k cross join unnest(k.contact_ids) u (id)
     join contacts c on c.organization_id = $1 and c.id = u.id
     where k.organization_id = $1 and k.bulk_change_id = ${parameter(id)} and ${isUnchangedSql(frozen, parameter)}`,
    values,
  );
  return { total, unchanged, [frozen.type === 'delete' ? 'deleted' : 'updated']: total - unchanged };
}

/** A bulk change: its contacts wait in chunks under the id of the proposal, which becomes that of the change. */
export const proposedBulkChange: ProposedChange<Input> = {
  async freeze({ context, service }, id, { change, ...selection }) {
    const frozen = await resolveChange(context, change);
    if ('refusal' in frozen) return frozen;
    await dropChunks(context, id);
    const most = MOST_PROPOSED + 1;
    const { found, fingerprint } = await storeChunks(context, id, selection, frozen, service.jobs, most);
    if (found === 0) return refuse('CONFLICT', 'No contact matches.');
    if (found > MOST_PROPOSED) {
      await dropChunks(context, id);
      const message = `At most ${MOST_PROPOSED.toLocaleString('en')} contacts can be changed by one proposal.`;
      return invalid([{ path: 'filter', message }]);
    }
    const counts = await countOutcomes(context, id, frozen, found);
    return { preview: { ...nothingCounted, version: fingerprint, ...counts } };
  },

  async listRows(context, id, { change }, after) {
    const frozen = await resolveChange(context, change);
    const titles = new Map((await listSegmentTitles(context)).map(({ id, title }) => [id, title]));
    return toPage(await readRows(context, id, after), ({ id, contact }) => {
      const row = contact && toContactRow(contact);
      const shown: ProposalRow = { ...namedRow(id, row), outcome: 'gone' };
      if (!row || 'refusal' in frozen) return shown;
      return { ...shown, ...changesOf(row, frozen, titles) };
    });
  },

  async run({ context, service }, id, { change }, leaveOut) {
    const frozen = await resolveChange(context, change);
    if ('refusal' in frozen) return frozen;
    const full = await refuseIfFull(context, service);
    if (full) return full;
    const before = await countContacts(context, id);
    if (leaveOut.length > 0) await leaveOutContacts(context, id, leaveOut);
    const { chunks, contacts } = await countContacts(context, id);
    if (before.contacts - contacts !== leaveOut.length) return NO_SUCH_ROW;
    if (contacts === 0) return refuse('CONFLICT', 'No contact is left to change.');
    await insertJob(context.client, bulkChangeType, {
      organizationId: context.organizationId,
      id,
      requestedBy: toRequestedBy(context),
      input: { ...frozen, chunks },
      progress: notStarted(contacts),
    });
    return { result: { type: 'bulkChange', id }, counts: await countOutcomes(context, id, frozen, contacts) };
  },

  drop: dropChunks,
};

/** A row about a contact, without what changes. */
export const namedRow = (id: string, contact: Partial<ContactRow> | null) => ({
  key: id,
  contactId: id,
  name:
    [contact?.firstname, contact?.lastname].filter(Boolean).join(' ') ||
    (contact?.email ?? contact?.phone ?? ''),
  email: contact?.email ?? null,
  changes: [],
  segmentsAdded: [],
  segmentsRemoved: [],
  also: [],
  problems: [],
});

/** What the change would do to a contact. */
function changesOf(
  contact: ContactRow,
  { type, add, remove, set }: Frozen,
  titles: ReadonlyMap<string, string>,
): Partial<ProposalRow> & Pick<ProposalRow, 'outcome'> {
  if (type === 'delete') return { outcome: 'deleted' };
  const has = new Set(segmentIdsOf(contact));
  const named = (ids: string[]) => ids.flatMap((id) => titles.get(id) ?? []);
  const segmentsAdded = named(add.filter((id) => !has.has(id)));
  const segmentsRemoved = named(remove.filter((id) => has.has(id)));
  const key = set && toFieldKey(set.field);
  const after = key
    ? { ...contact, custom: { ...contact.custom, [key]: set.value } as ContactRow['custom'] }
    : { ...contact, ...(set && { [set.field]: set.value }) };
  const changes = [...changedFields(contact, after), ...changedFieldValues(contact, after)];
  const isChanged = changes.length + segmentsAdded.length + segmentsRemoved.length > 0;
  return { outcome: isChanged ? 'updated' : 'unchanged', changes, segmentsAdded, segmentsRemoved };
}
