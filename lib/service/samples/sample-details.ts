import { v7 as uuidv7 } from 'uuid';
import type { NewActivity } from '@/lib/contacts/activity';
import { toContact, toSnapshot } from '@/lib/contacts/contact-row';
import { setMarks, spreadMark, toMarkRecords } from '@/lib/contacts/do-not-contact';
import { readContacts } from '@/lib/contacts/read';
import { SAMPLE_DATA } from '@/lib/contract/actor';
import type { MarkReason } from '@/lib/contract/do-not-contact';
import { type RequestContext, scoped } from '@/lib/database/statement';

/** The oldest contacts with a name. */
const listOldest = scoped<{ id: string }>(
  'list_oldest_sample_contacts',
  `select id from contacts where organization_id = $1 and deleted_at is null and firstname is not null
   order by created_at limit $2`,
);
const setReferrers = scoped(
  'set_sample_referrers',
  `update referral_codes r set referrer_id = ($3::uuid[])[array_position($2::uuid[], r.id)]
   where r.organization_id = $1 and r.id = any($2)`,
);
/** Contacts in a code's segment have come by the code, each by one at most. */
const insertRedemptions = scoped(
  'insert_sample_redemptions',
  `insert into redemptions (organization_id, contact_id, referral_code_id, redeemed_at)
   select $1, p.contact_id, p.code_id, p.created_at from (
     select o.*, row_number() over (partition by o.code_id order by right(o.contact_id::text, 12)) as rank from (
       select distinct on (c.id) c.id as contact_id, c.created_at, r.id as code_id, r.max_redemptions
       from referral_codes r join referral_code_segments s on s.organization_id = $1 and s.referral_code_id = r.id
       join contacts c on c.organization_id = $1 and c.segment_ids @> array[s.segment_id]
       where r.organization_id = $1 and r.id = any($2) and c.deleted_at is null and c.id <> all($3)
         and c.created_at < coalesce(r.expires_at, now())
       order by c.id, md5(r.code || right(c.id::text, 12))) o) p
   where p.rank <= coalesce(ceil(p.max_redemptions * 0.7), 30)`,
);
const countRedemptions = scoped(
  'count_sample_redemptions',
  `update referral_codes r set redemption_count = (
     select count(*) from redemptions d where d.organization_id = $1 and d.referral_code_id = r.id)
   where r.organization_id = $1 and r.id = any($2)`,
);
const insertIds = scoped(
  'insert_sample_ids',
  `insert into contact_ids (organization_id, contact_id, field_key, value)
   select $1, c.id, $2::text, c.fields ->> $2::text from contacts c
   where c.organization_id = $1 and c.deleted_at is null and c.fields ? $2::text`,
);
const insertNotes = scoped(
  'insert_sample_notes',
  `insert into notes (organization_id, id, contact_id, text, author_kind, author_id, author_name, created_at)
   select $1, g.id, g.contact_id, g.text, $3, $4::uuid, $5, g.at
   from json_to_recordset($2::json) as g (id uuid, contact_id uuid, text text, at timestamptz)`,
);

const REFERRERS = 4;
const reasons: MarkReason[] = ['asked', 'bounced', 'asked'];
const notes = [
  'Prefers to be called in the morning.',
  'Met at the trade fair. Wants an offer for 20 seats by the end of the quarter.',
  'Moves to the Lisbon office in autumn; ask who takes over.',
  'Asked for the case study. Sent.',
];

/** A moment after the contact was created, `share` of the way to now. */
const since = (created: string, share: number) =>
  new Date(Date.parse(created) + (Date.now() - Date.parse(created)) * share).toISOString();

/**
 * Gives sample contacts what others have: ids of other systems in the fields `idKeys`, codes that brought them, referrers,
 * marks and notes. Returns the activity of marks and notes.
 */
export async function insertSampleDetails(
  context: RequestContext,
  idKeys: string[],
  codeIds: string[],
): Promise<NewActivity[]> {
  for (const key of idKeys) await insertIds(context, key);
  const oldest = (await listOldest(context, REFERRERS + reasons.length + notes.length)).map(({ id }) => id);
  const referrers = oldest.slice(0, REFERRERS);
  await setReferrers(context, codeIds.slice(0, REFERRERS), referrers);
  await insertRedemptions(context, codeIds, referrers);
  await countRedemptions(context, codeIds);

  const { stored } = await readContacts(context, [], oldest);
  const people = oldest.slice(REFERRERS).flatMap((id) => stored.contact(id) ?? []);
  const by = SAMPLE_DATA;
  const marked = people.slice(0, reasons.length).map((contact, index) => {
    const at = since(contact.created_at, 0.6 + index / 10);
    const reason = reasons[index] as MarkReason;
    return { contact: { ...contact, marks: spreadMark(contact, [{ reason, since: at, by }]) }, reason, at };
  });
  await setMarks(
    context,
    marked.flatMap(({ contact }) => toMarkRecords(null, contact)),
  );
  const noted = people.slice(reasons.length).map((contact, index) => {
    const at = since(contact.created_at, 0.3 + index / 10);
    return { id: uuidv7({ msecs: Date.parse(at) }), contact, text: notes[index] as string, at };
  });
  const { kind, id, name } = context.actor;
  const rows = noted.map(({ contact, ...note }) => ({ ...note, contact_id: contact.id }));
  await insertNotes(context, JSON.stringify(rows), kind, id, name);
  return [
    ...marked.map(({ contact, reason, at }) => ({
      action: 'contact.updated' as const,
      id: uuidv7({ msecs: Date.parse(at) }),
      at,
      subjectId: contact.id,
      before: {},
      after: { doNotContact: reason },
      resource: toSnapshot(contact),
    })),
    ...noted.map(({ contact, text, at }) => ({
      action: 'contact.noted' as const,
      id: uuidv7({ msecs: Date.parse(at) }),
      at,
      subjectId: contact.id,
      after: { note: text },
      resource: toContact(contact, context.organizationId),
    })),
  ];
}
