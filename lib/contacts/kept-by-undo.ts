import { KEPT_LISTED, type KeptContact, type KeptReason } from '@/lib/contract/kept';
import { storedState } from '@/lib/database/imported-contacts';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { byEmailSql, byPhoneSql } from './contact-row';
import { importedNoteIdSql } from './notes';

/** SQL: whether `table` has such a row `h` of organization `$1`. */
const existsSql = (table: string, condition: string) =>
  `exists (select from ${table} h where h.organization_id = $1 and ${condition})`;
const isTakenSql = (condition: string) =>
  existsSql('contacts', `${condition} and coalesce(h.merged_into, h.id) <> k.id`);

/** SQL: whether another contact has an id of another system that `c.before` would bring back. */
const isIdTakenSql = `(c.before -> 'custom' is not null and exists (
  select from fields f join contact_ids i on i.organization_id = $1 and i.field_key = f.key
    and i.value = c.before -> 'custom' ->> f.key and i.held
  join contacts h on h.organization_id = $1 and h.id = i.contact_id
  where f.organization_id = $1 and f.type = 'id' and coalesce(h.merged_into, h.id) <> k.id))`;

/**
 * SQL: data attached to contact `k`, which an undo would lose with the contact. Merges and imports count only if later than
 * the import `c`, because the contact may be older.
 */
const attachedSql = {
  mergedInto: existsSql(
    'contacts',
    `h.merged_into = k.id and (c.before is null or h.deleted_at > (c.before ->> 'updated_at')::timestamptz)`,
  ),
  imported: existsSql('imported_contacts', 'h.contact_id = k.id and h.run_id > c.run_id'),
  // A redemption by the import itself has the contact's creation time.
  redeemed: `k.version <> c.version and ${existsSql('redemptions', 'h.contact_id = k.id and h.redeemed_at > k.created_at')}`,
  noted: existsSql('notes', `h.contact_id = k.id and h.id <> ${importedNoteIdSql('c.run_id', 'k.id')}`),
  referrer: existsSql('referral_codes', 'h.referrer_id = k.id'),
  toldApart: `(${existsSql('duplicates', 'h.contact_id = k.id and h.dismissed')} or ${existsSql('duplicates', 'h.other_id = k.id and h.dismissed')})`,
} satisfies Partial<Record<KeptReason, string>>;

/** SQL: why contact `k` is not live: erased, merged, or `other` if in the trash; null if it is. */
const missingReasonSql = (
  other: string,
) => `case when k.id is null then 'erased' when k.merged_into is not null then 'merged'
  when k.deleted_at is not null then ${other} end`;

/** Attached data that leaves the contact's version alone; counts only if the undo would delete the contact. */
const unversioned = ['noted', 'referrer', 'toldApart'] as const;
const attachedCasesSql = (names: readonly (keyof typeof attachedSql)[]) =>
  names.map((name) => `when ${attachedSql[name]} then '${name}'`).join(' ');

/**
 * SQL: why the undo of an import keeps contact `k`, by its `imported_contacts c`; null if undone. A created contact goes to the
 * trash unless data is attached to it; an updated one gets its values back unless they have changed since.
 */
export const keptReasonSql = `coalesce(${missingReasonSql("'deleted'")}, case
  when c.kept or k.version <> c.version and (c.state is null or c.state <> ${storedState}) then 'edited'
  when k.version <> c.version then case ${attachedCasesSql(['mergedInto', 'imported'])} when c.before is null and ${attachedSql.redeemed} then 'redeemed' end
  end, case
  when c.before is null then case ${attachedCasesSql(unversioned)} end
  when ${isTakenSql(byEmailSql('h', "(c.before ->> 'email')"))} or ${isTakenSql(byPhoneSql('h', "(c.before ->> 'phone')"))}
    or ${isIdTakenSql} then 'taken'
  end)`;

/** SQL: the name of contact `k`, or of `s`, which it was merged into. */
export const shownNameSql = `coalesce(nullif(concat_ws(' ', s.firstname, s.lastname), ''), s.email, s.phone,
  nullif(concat_ws(' ', k.firstname, k.lastname), ''), k.email, k.phone, '')`;
/** SQL: whether contact `k` is erased or in the trash, and was not merged into another. */
export const isGoneSql = '(k.id is null or k.deleted_at is not null and k.merged_into is null)';

/** A contact that an undo has kept, as stored in a job's progress. */
export type StoredKept = Pick<KeptContact, 'contactId' | 'reason'>;

const locate = scoped<{ id: string; reason: KeptReason | null }>(
  'locate_contacts',
  `select g as id, ${missingReasonSql("case when k.deletion_id = $3 then 'taken' else 'deleted' end")} as reason
   from unnest($2::uuid[]) g left join lateral (
     select * from contacts where organization_id = $1 and id = g offset 0) k on true`,
);

/** Why contacts could not be undone: where they are; `taken` if `deletionId` still keeps them in the trash, `here` if live. */
export async function findKeptReasons(
  context: RequestContext,
  ids: string[],
  { here, deletionId = null }: { here: KeptReason; deletionId?: string | null },
): Promise<StoredKept[]> {
  if (ids.length === 0) return [];
  const rows = await locate(context, ids, deletionId);
  return rows.map(({ id, reason }) => ({ contactId: id, reason: reason ?? here }));
}

/** Adds a chunk's kept contacts to the progress, up to `KEPT_LISTED`. */
export const withKept = <P extends { kept?: StoredKept[] }>(progress: P, kept: StoredKept[]): P =>
  kept.length === 0
    ? progress
    : { ...progress, kept: [...(progress.kept ?? []), ...kept].slice(0, KEPT_LISTED) };

const readNames = scoped<{ id: string; name: string; deleted: boolean }>(
  'read_names_of_kept_contacts',
  `select g as id, ${shownNameSql} as name, ${isGoneSql} as deleted from unnest($2::uuid[]) g
   left join lateral (select * from contacts where organization_id = $1 and id = g offset 0) k on true
   left join lateral (select * from contacts where organization_id = $1 and id = k.merged_into offset 0) s on true`,
);

/**
 * Adds to each contact its current name (the survivor's if merged, blank if erased), and whether it is erased or in the
 * trash.
 */
export async function nameKept(context: RequestContext, kept: StoredKept[]): Promise<KeptContact[]> {
  if (kept.length === 0) return [];
  const rows = await readNames(context, [...new Set(kept.map(({ contactId }) => contactId))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return kept.map((one) => {
    const { name = '', deleted = true } = byId.get(one.contactId) ?? {};
    return { ...one, name, isDeleted: deleted };
  });
}
