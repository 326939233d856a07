import type { BulkWriter, ChangeSet } from '@/lib/contacts/bulk-writer';
import { type ContactRequest, type Decision, isChange, segmentIdsOf } from '@/lib/contacts/decide';
import { readContacts } from '@/lib/contacts/read';
import { lockContacts } from '@/lib/contacts/trash';
import { type ContactUpsert } from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact-fields';
import { inWords } from '@/lib/contract/retry-after';
import type { RequestContext } from '@/lib/database/statement';
import { JobFailure, JobPause } from '@/lib/jobs/job';
import { isMissing, type RemoteError } from './client/api-error';
import { inParallel, type Remote } from './remote';

/** Contacts per chunk; few, so that progress is visible. */
export const CONTACTS_PER_CHUNK = 20;

/** Seconds to wait for a service that sends no `Retry-After`. */
const USUAL_PAUSE = 60;
/** Seconds. Instead of waiting longer, the job fails and people resume it. */
const LONGEST_PAUSE = 3_600;

const NO_ANSWER = 'No answer. The code may have been redeemed; check before trying again.';

/**
 * Changes contacts at a connected service by one or two calls each. Decides on the replica, after reading the latest version
 * from the service if that is possible. Errors that would affect all contacts end or pause the job.
 */
export function remoteWriter(remote: Remote): BulkWriter {
  return {
    isRemote: true,
    chunkSize: CONTACTS_PER_CHUNK,
    /** Changes contacts one by one in order, or a few at once, and settles each when the service has answered. */
    async apply<R extends ContactRequest, D extends Decision>(changes: ChangeSet<R, D>) {
      const { context, requests, decide, settle, reopen, inOrder } = changes;
      /** Decides one request on the latest state, sends it, and settles it. */
      const change = async ([index, request]: [number, R]) => {
        const refuse = (error: RemoteError) => settle([{ index, refused: toReason(error) }]);
        // The service finds contacts by their addresses only, and the replica knows no codes.
        const known = { ...request, contactId: null, referralCode: null };
        let { stored, clock } = await readContacts(context, [known]);
        if (remote.canGet) {
          for (const id of stored.ids()) {
            const latest = await remote.get(id);
            if (!latest.ok && !isMissing(latest.error)) return refuse(latest.error);
          }
          ({ stored, clock } = await readContacts(context, [known]));
        }
        const [decision] = (await decide(stored, [known], clock)) as [D];
        const { outcome, after, deletionId } = decision;
        const code = request.referralCode;
        const redeems = code && outcome === 'unchanged' && after;
        if (!isChange(decision) && !deletionId && !redeems) return settle([{ index, decision }]);
        // This outcome stays if the process ends or no response comes: redeeming twice may count twice.
        if (code) await settle([{ index, refused: NO_ANSWER }]);
        const sent = await sendChange(remote, context, request, decision);
        if (sent.ok) return settle([{ index, decision: { ...decision, ...sent.decision } }]);
        if (code && !sent.error.unsettled) await reopen?.(index);
        return refuse(sent.error);
      };
      const all = [...requests.entries()];
      if (inOrder) for (const one of all) await change(one);
      else await inParallel(all, change);
    },
    /**
     * Deletes contacts at the service, except those that an earlier attempt has deleted. Contacts it does not have count as
     * neither.
     */
    async trash(context, ids, deletionId) {
      const before = await readTrashedBy(context, ids, deletionId);
      const left = ids.filter((id) => !before.includes(id));
      const refused: string[] = [];
      let trashed = before.length;
      await inParallel(left, async (id) => {
        const { result, isDone } = await remote.delete(id, context, deletionId);
        if (result.ok || isDone) trashed++;
        else if (!isMissing(result.error)) refused.push(toReason(result.error));
      });
      return { trashed, refused };
    },
    /**
     * Creates contacts of the deletion at the service again, with new ids; those whose email or phone is taken are kept.
     */
    async restore(context, ids, deletionId) {
      const left = await readTrashedBy(context, ids, deletionId);
      const { count, conflicts, failed } = await remote.restore(left, context);
      const taken = [...new Set(conflicts.map(({ id }) => id))];
      return {
        undone: count,
        kept: taken.map((contactId) => ({ contactId, reason: 'taken' })),
        refused: failed.map(({ error }) => toReason(error)),
      };
    },
  };
}

/**
 * Sends one deletion, update or upsert, and returns what the answer changes in the decision: of an upsert, the outcome and
 * contact.
 */
async function sendChange(
  remote: Remote,
  context: RequestContext,
  { id, fields, referralCode }: ContactRequest,
  { before, after, added, removed, deletionId }: Decision,
): Promise<{ ok: true; decision?: Partial<Decision> } | { ok: false; error: RemoteError }> {
  if (deletionId && before) {
    const { result, isDone } = await remote.delete(before.id, context, deletionId);
    return result.ok || isDone ? { ok: true } : result;
  }
  // Send only changed fields: the replica may not know the others.
  const changes = contactFields.filter((name) => (before?.[name] ?? null) !== (after?.[name] ?? null));
  const body = Object.fromEntries(changes.map((name) => [name, after?.[name] ?? null]));
  if (id !== null) {
    const segmentIds = added.length + removed.length > 0 && after ? segmentIdsOf(after) : undefined;
    const result = await remote.update(id, segmentIds ? { ...body, segmentIds } : body, context);
    return result.ok ? { ok: true } : result;
  }
  for (const name of ['email', 'phone'] as const)
    if (fields[name] && fields[name] === after?.[name]) body[name] = fields[name];
  const upsert: ContactUpsert = body;
  if (added.length > 0) upsert.segmentIds = added;
  if (referralCode) upsert.referralCode = referralCode;
  const { result, outcome } = await remote.upsert(upsert, context);
  if (!result.ok) return result;
  const { stored } = await readContacts(context, [{ id: result.data.id, fields: {} }]);
  const saved = stored.contact(result.data.id);
  const isSame = before !== null && saved?.version === before.version;
  const told = isSame ? 'unchanged' : !before && outcome === 'created' ? 'created' : 'updated';
  return {
    ok: true,
    decision: { outcome: told, after: saved ?? (after && { ...after, id: result.data.id }) },
  };
}

const readTrashedBy = async (context: RequestContext, ids: string[], deletionId: string): Promise<string[]> =>
  (await lockContacts(context, ids)).flatMap((one) => (one.deletion_id === deletionId ? [one.id] : []));

/** Why the service rejected one of many changes. @throws JobFailure or JobPause for errors that would affect all of them. */
function toReason(error: RemoteError): string {
  const isRefused = error.status >= 400 && error.status < 500 && ![401, 403, 408, 429].includes(error.status);
  if (!isRefused) throw toFailure(error);
  return messageOf(error);
}

/**
 * The error that pauses a job as long as the service asks for (429, up to an hour), or fails it, so that people can resume
 * it.
 */
function toFailure(error: RemoteError): JobFailure | JobPause {
  const message = messageOf(error);
  const seconds = error.retryAfter ?? USUAL_PAUSE;
  if (error.status === 429 && seconds <= LONGEST_PAUSE)
    return new JobPause(`The service limits its requests. Continues ${inWords(seconds)}.`, seconds * 1_000);
  return new JobFailure(error.code === 'NETWORK' ? `No response. ${message}` : message);
}

const messageOf = ({ details: [detail], message }: RemoteError): string => detail?.message ?? message;
