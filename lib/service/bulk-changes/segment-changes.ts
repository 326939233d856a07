import type { Assignment } from '@/lib/contacts/contact-row';
import { type Clock, changed, type Decision, type StoredContacts } from '@/lib/contacts/decide';
import { type Kept, reasonsFor } from '@/lib/contacts/kept-by-undo';
import { readContacts } from '@/lib/contacts/read';
import { lockContacts } from '@/lib/contacts/trash';
import { type Change, writeContacts } from '@/lib/contacts/write';
import { parseTime, type RequestContext } from '@/lib/database/statement';

/** Segments a bulk change added to and removed from a contact. */
export interface SegmentRecord {
  contact_id: string;
  added: string[];
  removed: string[];
  /** When the removed ones had been assigned. */
  removed_at: string[];
}

/** Adds and removes segments, and returns what changed. `found`: contacts that are not in the trash. */
export async function changeSegments(
  context: RequestContext,
  sortedIds: string[],
  { add, remove }: { add: string[]; remove: string[] },
): Promise<{ at: string; found: number; records: SegmentRecord[] }> {
  let found = 0;
  const { at, changes } = await write(context, sortedIds, add, (stored, clock) =>
    sortedIds.flatMap((id) => {
      const contact = stored.contact(id);
      if (!contact) return [];
      found++;
      // Segments deleted meanwhile cannot be added.
      const added = add.filter((one) => stored.segments.has(one)).map((one): Assignment => [one, clock.now]);
      return [changed(contact, {}, { add: added, remove }, null, clock)];
    }),
  );
  const records = changes.map(({ before, after, added, removed }) => {
    const times = new Map(before?.segments);
    return { contact_id: after.id, added, removed, removed_at: removed.map((id) => times.get(id) ?? at) };
  });
  return { at, found, records };
}

/** Reverts the changes made at `changedAt`; returns the number of contacts, and those it has kept. */
export async function undoSegments(
  context: RequestContext,
  records: SegmentRecord[],
  changedAt: string | null,
): Promise<{ undone: number; kept: Kept[] }> {
  const ids = records.map((record) => record.contact_id).sort();
  const { changes } = await write(
    context,
    ids,
    [...new Set(records.flatMap(({ removed }) => removed))],
    (stored, clock) =>
      records.flatMap(({ contact_id, added, removed, removed_at }) => {
        const contact = stored.contact(contact_id);
        if (!contact) return [];
        const times = new Map(contact.segments);
        const remove = added.filter((id) => times.get(id) === changedAt);
        const add = removed
          .map((id, index): Assignment => [id, parseTime(removed_at[index] as string)])
          .filter(([id]) => stored.segments.has(id));
        return [changed(contact, {}, { add, remove }, null, clock)];
      }),
  );
  const undone = new Set(changes.map(({ after }) => after.id));
  const kept = ids.filter((id) => !undone.has(id));
  return { undone: undone.size, kept: await reasonsFor(context, kept, { here: 'edited' }) };
}

type Changed = Change['decision'];

/** Locks and reads the contacts, and writes the decisions. */
async function write(
  context: RequestContext,
  sortedIds: string[],
  segmentIds: string[],
  decide: (stored: StoredContacts, clock: Clock) => Decision[],
): Promise<{ at: string; changes: Changed[] }> {
  await lockContacts(context, sortedIds);
  const { stored, clock } = await readContacts(context, [
    { id: null, fields: {}, segmentIds },
    ...sortedIds.map((id) => ({ id, fields: {} })),
  ]);
  const changes = decide(stored, clock).filter(
    (decision): decision is Changed => decision.outcome === 'updated' && decision.after !== null,
  );
  await writeContacts(
    context,
    changes.map((decision) => ({ context, decision, activityId: clock.nextId(), at: clock.now })),
  );
  return { at: clock.now, changes };
}
