import * as z from 'zod';
import type { ActionResult } from '@/app/server/action';
import { refusal } from '@/app/server/guard';
import type { SignedIn } from '@/app/server/session';
import { segmentCreate } from '@/lib/contract/segment';
import { isDuplicateTitle } from '@/lib/contract/title-key';
import { may } from '@/lib/staff/roles';

/** Titles of segments to create with a save. */
export const newTitles = z.array(segmentCreate.shape.title).max(20).default([]);

/**
 * Creates segments, or reuses those with the same title, then calls `save` with their ids. Deletes the created ones if nothing
 * was saved. Refuses without calling `save` if the role may not create segments or one cannot be created.
 */
export async function saveWithNewSegments<T>(
  titles: readonly string[],
  { staff, call }: SignedIn,
  save: (ids: string[]) => Promise<ActionResult<T>>,
  isSaved: (data: T) => boolean = () => true,
): Promise<ActionResult<T>> {
  if (titles.length > 0 && !may(staff.role, 'segments:write'))
    return refusal('FORBIDDEN', 'Your role cannot create segments.');
  const ids: string[] = [];
  const made: string[] = [];
  let answer: ActionResult<T> | undefined;
  for (const title of titles) {
    const created = await call('createSegment', { body: { title } });
    if (created.ok) {
      ids.push(created.data.id);
      made.push(created.data.id);
      continue;
    }
    const all = await call('listSegments', {});
    const existing = all.ok && all.data.find((segment) => isDuplicateTitle(segment.title, title));
    if (existing) ids.push(existing.id);
    else {
      const [problem] = created.error.details;
      const message = problem?.message ?? created.error.message;
      answer = { ok: false, error: { ...created.error, details: [{ path: 'segmentIds', message }] } };
      break;
    }
  }
  answer ??= await save(ids);
  if (!answer.ok || !isSaved(answer.data)) await Promise.all(made.map((id) => call('deleteSegment', { id })));
  return answer;
}
