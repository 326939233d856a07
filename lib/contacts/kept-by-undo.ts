import { KEPT_LISTED, type KeptContact, type KeptReason } from '@/lib/contract/kept';
import { storedState } from '@/lib/database/imported-contacts';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { byEmail, byPhone } from './contact-row';

/** Whether `table` has a row, of organization `$1`. */
const has = (table: string, condition: string) =>
  `exists (select from ${table} h where h.organization_id = $1 and ${condition})`;
const isTaken = (condition: string) =>
  has('contacts', `${condition} and coalesce(h.merged_into, h.id) <> k.id`);

/**
 * What hangs on a contact `k` and is no value of it: work that an undo would throw away with a contact that it takes back.
 * Merges and later imports are told by their time, as the contact may have been there before the import `c`.
 */
const hanging = {
  mergedInto: has(
    'contacts',
    `h.merged_into = k.id and (c.before is null or h.deleted_at > (c.before ->> 'updated_at')::timestamptz)`,
  ),
  imported: has('imported_contacts', 'h.contact_id = k.id and h.run_id > c.run_id'),
  // What the import itself redeems has the time of the contact.
  redeemed: `k.version <> c.version and ${has('redemptions', 'h.contact_id = k.id and h.redeemed_at > k.created_at')}`,
  noted: has('notes', 'h.contact_id = k.id'),
  referrer: has('referral_codes', 'h.referrer_id = k.id'),
  toldApart: `(${has('duplicates', 'h.contact_id = k.id and h.dismissed')} or ${has('duplicates', 'h.other_id = k.id and h.dismissed')})`,
} satisfies Partial<Record<KeptReason, string>>;

/** SQL: why contact `k` is not to be found. */
const whereabouts = (
  other: string,
) => `case when k.id is null then 'erased' when k.merged_into is not null then 'merged'
  when k.deleted_at is not null then ${other} end`;

/** What hangs on a contact without changing its version: it counts only where undo would delete the contact. */
const beside = ['noted', 'referrer', 'toldApart'] as const;
const when = (names: readonly (keyof typeof hanging)[]) =>
  names.map((name) => `when ${hanging[name]} then '${name}'`).join(' ');

/**
 * SQL: why the undo of an import keeps contact `k`, by its `imported_contacts c`; null if it is undone. What the import created
 * goes to the trash unless something hangs on it; what it updated gets its values back unless they were changed.
 */
export const keptReason = `coalesce(${whereabouts("'deleted'")}, case
  when c.kept or k.version <> c.version and (c.state is null or c.state <> ${storedState}) then 'edited'
  when k.version <> c.version then case ${when(['mergedInto', 'imported'])} when c.before is null and ${hanging.redeemed} then 'redeemed' end
  end, case
  when c.before is null then case ${when(beside)} end
  when ${isTaken(byEmail('h', "(c.before ->> 'email')"))} or ${isTaken(byPhone('h', "(c.before ->> 'phone')"))} then 'taken'
  end)`;

/** SQL: the name of contact `k`, or of `s`, which it was merged into. */
export const shownName = `coalesce(nullif(concat_ws(' ', s.firstname, s.lastname), ''), s.email, s.phone,
  nullif(concat_ws(' ', k.firstname, k.lastname), ''), k.email, k.phone, '')`;
/** SQL: whether contact `k` is gone, and nothing else has taken its place. */
export const isGone = '(k.id is null or k.deleted_at is not null and k.merged_into is null)';

/** A contact that an undo has kept, as a job remembers it. */
export type Kept = Pick<KeptContact, 'contactId' | 'reason'>;

const locate = scoped<{ id: string; reason: KeptReason | null }>(
  'locate_contacts',
  `select g as id, ${whereabouts("case when k.deletion_id = $3 then 'taken' else 'deleted' end")} as reason
   from unnest($2::uuid[]) g left join lateral (
     select * from contacts where organization_id = $1 and id = g offset 0) k on true`,
);

/** Why contacts could not be undone: where they are, or `here` for those that are there. */
export async function reasonsFor(
  context: RequestContext,
  ids: string[],
  { here, deletionId = null }: { here: KeptReason; deletionId?: string | null },
): Promise<Kept[]> {
  if (ids.length === 0) return [];
  const rows = await locate(context, ids, deletionId);
  return rows.map(({ id, reason }) => ({ contactId: id, reason: reason ?? here }));
}

/** The first that an undo has kept, one chunk after the other. */
export const withKept = <P extends { kept?: Kept[] }>(progress: P, kept: Kept[]): P =>
  kept.length === 0
    ? progress
    : { ...progress, kept: [...(progress.kept ?? []), ...kept].slice(0, KEPT_LISTED) };

const readNames = scoped<{ id: string; name: string; deleted: boolean }>(
  'read_names_of_kept_contacts',
  `select g as id, ${shownName} as name, ${isGone} as deleted from unnest($2::uuid[]) g
   left join lateral (select * from contacts where organization_id = $1 and id = g offset 0) k on true
   left join lateral (select * from contacts where organization_id = $1 and id = k.merged_into offset 0) s on true`,
);

/** Names contacts as they are now. */
export async function nameKept(context: RequestContext, kept: Kept[]): Promise<KeptContact[]> {
  if (kept.length === 0) return [];
  const rows = await readNames(context, [...new Set(kept.map(({ contactId }) => contactId))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return kept.map((one) => {
    const { name = '', deleted = true } = byId.get(one.contactId) ?? {};
    return { ...one, name, isDeleted: deleted };
  });
}
