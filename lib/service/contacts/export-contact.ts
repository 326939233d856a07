import { recordActivity } from '@/lib/contacts/activity';
import { type ContactRow, contactColumnsSql, toContact } from '@/lib/contacts/contact-row';
import { segmentIdsOf } from '@/lib/contacts/decide';
import { toFieldKey } from '@/lib/contacts/field-values';
import { readNotes } from '@/lib/contacts/notes';
import type { Activity } from '@/lib/contract/activity';
import type { ContactData } from '@/lib/contract/contact-data';
import type { Note } from '@/lib/contract/note';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { NEWEST, readActivity } from '../activity/read-activity';
import { knownSegments } from '../segments/segment-row';
import { type Handler, notFound } from '../shared/reply';
import { readRedemptions } from './contacts';
import { formerAddresses } from './merge';

/** Activities read at once. */
const PAGE = 1_000;

const readContact = scoped<ContactRow & { deleted_at: string | null; now: string }>(
  'read_contact_to_export',
  `select ${contactColumnsSql}, c.deleted_at, clock_timestamp() as now from contacts c where c.organization_id = $1
     and c.id = (select coalesce(m.merged_into, m.id) from contacts m where m.organization_id = $1 and m.id = $2)`,
);
const readMerged = scoped<{ id: string; email: string | null; phone: string | null }>(
  'read_merged_contacts_to_export',
  'select id, email, phone from contacts where organization_id = $1 and merged_into = $2 order by id',
);
const readReferrals = scoped<ContactData['referrals'][number]>(
  'read_referrals_to_export',
  `select id as "referralCodeId", code, redemption_count as "redemptionCount" from referral_codes
   where organization_id = $1 and referrer_id = $2 order by id`,
);
const readImports = scoped<ContactData['imports'][number]>(
  'read_imports_to_export',
  // Rejected rows have no contact, only the email or phone they were for.
  `select i.id as "importId", i.name, r.line, (x.request -> 'fields')::jsonb || coalesce((
     select jsonb_object_agg('fields.' || key, value) from json_each_text(x.request -> 'custom')), '{}') as values from (
     (select plan_id, line, contact_id from import_rows where organization_id = $1 and contact_id = any($2::uuid[]) offset 0)
     union (select plan_id, line, contact_id from import_rows where organization_id = $1 and email = any($3::text[]) offset 0)
     union (select plan_id, line, contact_id from import_rows where organization_id = $1 and phone = any($4::text[]) offset 0)) r
   join import_rows x on x.organization_id = $1 and x.plan_id = r.plan_id and x.line = r.line
   join imports i on i.organization_id = $1 and i.plan_id = r.plan_id
   where (r.contact_id = any($2::uuid[]) or r.contact_id is null) order by i.id, r.line`,
);

/** Everything stored about a contact, also in the trash, and about those that were merged into it. Records the export. */
export const exportContact: Handler<'exportContact'> = async ({ context, id: given }) => {
  const [row] = await readContact(context, given);
  if (!row) return notFound('contact');
  const { id } = row;
  const all = [row, ...(await readMerged(context, id))];
  const ids = all.map((one) => one.id);
  const named = (name: 'email' | 'phone') => all.flatMap((one) => one[name] ?? []);
  const contact = toContact(row, context.organizationId);
  const titles = new Map(
    (await knownSegments(context, segmentIdsOf(row))).map(({ id, title }) => [id, title]),
  );
  const former = await formerAddresses(context, id);
  const formerIds = former.flatMap(({ field, value }) =>
    field === 'email' || field === 'phone' ? [] : [{ field, value }],
  );
  const data = {
    exportedAt: row.now,
    contact,
    deletedAt: row.deleted_at,
    formerAddresses: former.filter(({ field }) => toFieldKey(field) === null),
    ...(formerIds.length > 0 && { formerIds }),
    segments: contact.segments.map(({ segmentId, assignedAt }) => ({
      id: segmentId,
      title: titles.get(segmentId) ?? '',
      assignedAt,
    })),
    redemptions: await readRedemptions(context, id),
    notes: await readAllNotes(context, id),
    referrals: await readReferrals(context, id),
    imports: await readImports(context, ids, named('email'), named('phone')),
    activity: await readAllActivity(context, ids),
  };
  await recordActivity(context, { action: 'contact.exported', subjectId: id });
  return { data };
};

/** All notes about a contact, latest first. */
async function readAllNotes(context: RequestContext, contactId: string): Promise<Note[]> {
  const all: Note[] = [];
  for (;;) {
    const page = await readNotes(context, contactId, all.at(-1)?.id ?? NEWEST, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** All activity of these contacts, latest first. A merge concerns both contacts, but is listed once. */
async function readAllActivity(context: RequestContext, ids: string[]): Promise<Activity[]> {
  const all = new Map<string, Activity>();
  for (const subjectId of ids)
    for (let before = NEWEST; ; ) {
      const page = await readActivity(context, { subjectId }, before, PAGE);
      for (const entry of page) all.set(entry.id, entry);
      if (page.length < PAGE) break;
      before = page.at(-1)?.id ?? before;
    }
  return [...all.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}
