import type { BulkWriter, ChangeSet } from '@/lib/contacts/bulk-writer';
import { type ContactRequest, type Decision, isChange, segmentsOf } from '@/lib/contacts/decide';
import { readContacts } from '@/lib/contacts/read';
import { lockContacts } from '@/lib/contacts/trash';
import { contactFields } from '@/lib/contract/contact';
import type { RequestContext } from '@/lib/database/statement';
import { isMissing, type RemoteError } from './client/api-error';
import type { RecordedBy } from './contact-store';
import { reasonOf } from './refused-change';
import { inParallel, type Remote } from './remote';

/** Contacts per piece; few, so that progress is visible. */
export const CONTACTS_A_PIECE = 20;

/**
 * Changes contacts at a connected service by one or two calls each, and decides on the replica, after asking the service
 * for the latest if it can be asked. Errors that would affect all contacts end or pause the job.
 */
export function remoteWriter(remote: Remote): BulkWriter {
  return {
    isRemote: true,
    async apply<R extends ContactRequest, D extends Decision>(changes: ChangeSet<R, D>) {
      const { context, requests, decide, settle } = changes;
      const find = async (request: R) => {
        const { stored, clock } = await readContacts(context, [request]);
        return { stored, clock, contact: stored.contact(request.id ?? '') };
      };
      await inParallel([...requests.entries()], async ([index, request]) => {
        const refuse = (error: RemoteError) => settle([{ index, refused: reasonOf(error) }]);
        let found = await find(request);
        if (found.contact && remote.canGet) {
          const latest = await remote.get(found.contact.id);
          if (!latest.ok && !isMissing(latest.error)) return refuse(latest.error);
          found = await find(request);
        }
        const [decision] = (await decide(found.stored, [request], found.clock)) as [D];
        if (isChange(decision) && decision.before) {
          const body = differences(decision);
          const result = await remote.update(decision.before.id, body, recordedBy(context));
          if (!result.ok) return refuse(result.error);
        }
        return settle([{ index, decision }]);
      });
    },
    async trash(context, ids, deletionId) {
      const before = await trashedBy(context, ids, deletionId);
      const left = ids.filter((id) => !before.includes(id));
      const refused: string[] = [];
      let trashed = before.length;
      await inParallel(left, async (id) => {
        const { result, isDone } = await remote.delete(id, recordedBy(context), deletionId);
        if (result.ok || isDone) trashed++;
        else if (!isMissing(result.error)) refused.push(reasonOf(result.error));
      });
      return { trashed, refused };
    },
    async restore(context, ids, deletionId) {
      const left = await trashedBy(context, ids, deletionId);
      const { count, conflicts, failed } = await remote.restore(left, recordedBy(context));
      const taken = [...new Set(conflicts.map(({ id }) => id))];
      return {
        undone: count,
        kept: taken.map((contactId) => ({ contactId, reason: 'taken' })),
        refused: failed.map(({ error }) => reasonOf(error)),
      };
    },
  };
}

const recordedBy = ({ actor, requestId, importId }: RequestContext): RecordedBy => ({
  ...actor,
  requestId,
  importId,
});

/** Only what is changed: the replica may not know the rest. */
function differences({ before, after, added, removed }: Decision) {
  const fields = contactFields.filter((name) => before?.[name] !== after?.[name]);
  return {
    ...Object.fromEntries(fields.map((name) => [name, after?.[name] ?? null])),
    ...(after && added.length + removed.length > 0 && { segmentIds: segmentsOf(after) }),
  };
}

const trashedBy = async (context: RequestContext, ids: string[], deletionId: string): Promise<string[]> =>
  (await lockContacts(context, ids)).flatMap((one) => (one.deletion_id === deletionId ? [one.id] : []));
