import { recordActivity } from '@/lib/contacts/activity';
import { type ContactRow, contactColumns, contactOf } from '@/lib/contacts/contact-row';
import { readNotes } from '@/lib/contacts/notes';
import type { Activity } from '@/lib/contract/activity';
import type { ContactData } from '@/lib/contract/contact-data';
import type { Note } from '@/lib/contract/note';
import { isUuid } from '@/lib/contract/text';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { NEWEST, readActivity } from '../activity/read-activity';
import { type Handler, notFound } from '../reply';
import { redemptionsOf } from './contacts';

/** Activities read at once. */
const PAGE = 1_000;

const readContact = scoped<ContactRow & { deleted_at: string | null; now: string }>(
  'read_contact_to_export',
  `select ${contactColumns}, c.deleted_at, clock_timestamp() as now from contacts c where c.organization_id = $1 and c.id = $2`,
);
const readSegments = scoped<ContactData['segments'][number]>(
  'read_segments_to_export',
  `select s.id, s.title, a.assigned_at as "assignedAt" from (
     select * from contact_segments where organization_id = $1 and contact_id = $2 offset 0) a
   join segments s on s.organization_id = $1 and s.id = a.segment_id
   order by a.assigned_at, s.id`,
);
const readReferrals = scoped<ContactData['referrals'][number]>(
  'read_referrals_to_export',
  `select id as "referralCodeId", code, redemption_count as "redemptionCount" from referral_codes
   where organization_id = $1 and referrer_id = $2 order by id`,
);
const readImports = scoped<ContactData['imports'][number]>(
  'read_imports_to_export',
  // Rejected rows have no contact, only the email or phone they were for.
  `select i.id as "importId", i.name, r.line, x.request -> 'fields' as values from (
     (select plan_id, line, contact_id from import_rows where organization_id = $1 and contact_id = $2 offset 0)
     union (select plan_id, line, contact_id from import_rows where organization_id = $1 and email = $3 offset 0)
     union (select plan_id, line, contact_id from import_rows where organization_id = $1 and phone = $4 offset 0)) r
   join import_rows x on x.organization_id = $1 and x.plan_id = r.plan_id and x.line = r.line
   join imports i on i.organization_id = $1 and i.plan_id = r.plan_id
   where (r.contact_id = $2 or r.contact_id is null) order by i.id, r.line`,
);

/** Everything stored about a contact, including one in the trash. */
export const exportContact: Handler<'exportContact'> = async ({ context, id }) => {
  const [row] = isUuid(id) ? await readContact(context, id) : [];
  if (!row) return notFound('contact');
  const data = {
    exportedAt: row.now,
    contact: contactOf(row, context.organizationId),
    deletedAt: row.deleted_at,
    segments: await readSegments(context, id),
    redemptions: await redemptionsOf(context, id),
    notes: await allNotes(context, id),
    referrals: await readReferrals(context, id),
    imports: await readImports(context, id, row.email, row.phone),
    activity: await allActivity(context, id),
  };
  await recordActivity(context, [{ action: 'contact.exported', subjectId: id }]);
  return { data };
};

async function allNotes(context: RequestContext, contactId: string): Promise<Note[]> {
  const all: Note[] = [];
  for (;;) {
    const page = await readNotes(context, contactId, all.at(-1)?.id ?? NEWEST, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

async function allActivity(context: RequestContext, subjectId: string): Promise<Activity[]> {
  const all: Activity[] = [];
  for (;;) {
    const page = await readActivity(context, { subjectId }, all.at(-1)?.id ?? NEWEST, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
