import type { Caller } from './call-each';

/** What is to become of a contact's segments. */
export interface SegmentChange {
  id: string;
  add: string[];
  remove: string[];
}

/** What became of it: `add` and `remove` are what was really added and removed. */
export type SegmentsChanged =
  | (SegmentChange & { ok: true })
  | { id: string; ok: false; message: string; requestId: string | null };

/**
 * Adds a contact to segments and removes it from others, at a service that can only replace all of them: bound to what
 * was read, and once more where somebody was quicker.
 */
export async function changeSegments(
  client: Caller,
  { id, add, remove }: SegmentChange,
  attempts = 2,
): Promise<SegmentsChanged> {
  const read = await client.call('getContact', { id });
  if (!read.ok) return failed(id, read.error);
  const before = read.data.segments.map(({ segmentId }) => segmentId);
  const added = add.filter((segmentId) => !before.includes(segmentId));
  const removed = remove.filter((segmentId) => before.includes(segmentId));
  if (added.length + removed.length === 0) return { id, ok: true, add: [], remove: [] };
  const segmentIds = [...before.filter((segmentId) => !removed.includes(segmentId)), ...added];
  const saved = await client.call('updateContact', {
    id,
    body: { segmentIds },
    ifMatch: read.etag ?? undefined,
  });
  if (saved.ok) return { id, ok: true, add: added, remove: removed };
  if (saved.error.status === 412 && attempts > 1)
    return changeSegments(client, { id, add, remove }, attempts - 1);
  return failed(id, saved.error);
}

function failed(
  id: string,
  { message, requestId }: { message: string; requestId: string | null },
): SegmentsChanged {
  return { id, ok: false, message, requestId };
}
