import { type ContactRequest, decideAll, type StoredContacts } from '@/lib/contacts/decide';
import { decideAndWrite } from '@/lib/contacts/decide-and-write';
import { type Kept, reasonsFor } from '@/lib/contacts/kept-by-undo';
import { lockContacts } from '@/lib/contacts/trash';
import type { RequestContext } from '@/lib/database/statement';
import type { BulkChangeInput } from '@/lib/jobs/bulk-change';

type FieldValue = NonNullable<BulkChangeInput['set']>;

/** Sets a field. Returns how many contacts were there, and what those that changed had before, by id. */
export async function changeField(
  context: RequestContext,
  sortedIds: string[],
  { field, value }: FieldValue,
): Promise<{ found: number; before: Record<string, string | null> }> {
  const decisions = await write(
    context,
    sortedIds.map((id) => ({ id, fields: { [field]: value } })),
    // One that was merged meanwhile is gone: the contact that stays was not chosen.
    (stored, id) => stored.contact(id) !== null,
  );
  const changes = decisions.filter(({ outcome }) => outcome === 'updated');
  return {
    found: decisions.filter(({ before }, index) => before?.id === sortedIds[index]).length,
    before: Object.fromEntries(changes.map(({ after, before }) => [after?.id, before?.[field] ?? null])),
  };
}

/** Puts back what contacts had, where they still have the value; returns how many, and those it has kept. */
export async function undoField(
  context: RequestContext,
  before: Record<string, string | null>,
  { field, value }: FieldValue,
): Promise<{ undone: number; kept: Kept[] }> {
  const requests = Object.entries(before)
    .sort()
    .map(([id, fields]) => ({ id, fields: { [field]: fields } }));
  const isLeft = (stored: StoredContacts, id: string) => stored.contact(id)?.[field] === value;
  const decisions = await write(context, requests, isLeft);
  const kept = requests.flatMap(({ id }, index) => (decisions[index]?.outcome === 'updated' ? [] : [id]));
  return { undone: requests.length - kept.length, kept: await reasonsFor(context, kept, { here: 'edited' }) };
}

/** Locks the contacts, so that all changes settle. Those that are not `wanted` are left alone. */
async function write(
  context: RequestContext,
  requests: (ContactRequest & { id: string })[],
  wanted: (stored: StoredContacts, id: string) => boolean = () => true,
) {
  // All of them may have been erased.
  if (requests.length === 0) return [];
  await lockContacts(
    context,
    requests.map(({ id }) => id),
  );
  const { decisions } = await decideAndWrite(
    requests.map(() => context),
    requests,
    (stored, _, clock) =>
      decideAll(
        stored,
        requests.map((request) => (wanted(stored, request.id) ? request : { ...request, fields: {} })),
        clock,
      ),
  );
  return decisions;
}
