import { type ApiError, isMissing, isUnanswered } from '@/lib/client/api-error';
import { cannot } from '@/lib/contract/connection';
import { answerOf, copyAnswer, countAnswer, refusalOf, refuse } from './answer';
import type { CallParts, Calls } from './calls';
import { isMadeHere } from './mirrored-contact';
import type { Asked } from './operation-of';
import { authorOf, SERVICE } from './recorder';
import { refuseStale } from './refuse-stale';

/** Deletions: not every service tells how many contacts it deleted, or what they were. */
export class Deletions {
  constructor(
    private readonly calls: Calls,
    private readonly parts: CallParts,
  ) {}

  async deleteContact(asked: Asked): Promise<Response> {
    const stale = await refuseStale(this.calls, asked);
    if (stale) return stale;
    const id = asked.id ?? '';
    const before = await this.calls.copyOf(id);
    const since = new Date();
    const ifMatch = isMadeHere(asked.ifMatch) ? undefined : asked.ifMatch;
    const result = await this.calls.call('deleteContact', asked, { ifMatch });
    if (result.ok) {
      await this.calls.recorder.recordOf(result.data, async (store) => {
        // As it was at last, it is to be created anew: others may have changed it since the copy saw it.
        await store.saw([result.data], since);
        await store.deleted([id], authorOf(asked, result.requestId));
      });
      return answerOf({ ...result, deletionId: null });
    }
    const { empty, repeated } = result.error;
    if (!isMissing(result.error) && !(empty && before)) return refusalOf(result.error);
    // It is done, and nothing more is said; or the answer to an earlier try was lost, and this one found it done.
    if (before && (empty || repeated)) {
      await this.calls.recorder.record((store) =>
        store.deleted([id], authorOf(asked, result.error.requestId)),
      );
      return copyAnswer(before);
    }
    await this.calls.recorder.record((store) => store.deleted([id], SERVICE));
    return refusalOf(result.error);
  }

  async deleteContacts(asked: Asked): Promise<Response> {
    if (!this.parts.abilities().operations.has('deleteContacts'))
      return refuse('METHOD_NOT_ALLOWED', this.parts.abilities().why('deleteContacts'));
    const result = await this.calls.call('deleteContacts', asked);
    const { ids } = asked.body as { ids: string[] };
    if (!result.ok && result.error.empty) return this.deletedUncounted(ids, asked, result.error);
    // Whoever asks can still delete one after the other.
    if (!result.ok && (isUnanswered(result.error) || isMissing(result.error)))
      return refuse('METHOD_NOT_ALLOWED', cannot('deleteContacts'));
    if (!result.ok) return refusalOf(result.error);
    // Whichever of them the service did not have, it does not have either.
    if (result.data.count > 0) await this.parts.copy.confirm();
    // Of none of them it was this call.
    const wasDone = result.data.count > 0 || result.repeated;
    const author = wasDone ? authorOf(asked, result.requestId) : SERVICE;
    const known = await this.calls.recorder.record((store) => store.deleted(ids, author));
    // Of a call whose answer was lost, the next one finds nothing left to count.
    const most = result.repeated ? ids.length : result.data.count;
    const count = Math.max(result.data.count, Math.min(most, known ?? 0));
    return answerOf({ ...result, data: { count }, deletionId: null });
  }

  /** It is done, and nothing more is said: what was deleted are those that nobody knew to be gone. */
  private async deletedUncounted(ids: string[], asked: Asked, { requestId }: ApiError): Promise<Response> {
    const count = await this.calls.recorder.record(async (store) => {
      const sightings = Object.values(await store.sightings(ids));
      const gone = sightings.filter(({ vanishedAt }) => vanishedAt !== null).length;
      return Math.max(0, (await store.deleted(ids, authorOf(asked, requestId))) - gone);
    });
    return countAnswer(count ?? ids.length, requestId);
  }
}
