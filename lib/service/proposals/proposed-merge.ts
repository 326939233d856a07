import type * as z from 'zod';
import { toEtag } from '@/lib/contacts/contact-row';
import type { contactMerge } from '@/lib/contract/merge';
import { contactRow } from '../contacts/contacts';
import { mergeContacts, previewMerge } from '../contacts/merge';
import { listSegmentTitles } from '../segments/segments';
import { parseEtags } from '../shared/parse-input';
import { type HandlerCall, notFound } from '../shared/reply';
import { namedRow } from './proposed-bulk-change';
import { NO_SUCH_ROW, nothingCounted, type ProposalCall, type ProposedChange } from './proposed-change';

type Input = { id: string } & Pick<z.output<typeof contactMerge>, 'from' | 'take'>;

/** The call that a person would make to merge the contacts. */
const asMerge = (call: Pick<ProposalCall, 'context'>, { id, ...body }: Input) =>
  ({ ...call, id, body, etags: null }) as HandlerCall<'mergeContacts'> & HandlerCall<'previewMerge'>;

/** Both contacts, the one that survivor first; fewer where one is gone. */
async function readBoth(context: ProposalCall['context'], { id, from }: Input) {
  return [...(await contactRow(context, id)), ...(await contactRow(context, from))];
}

/** A merge of two contacts, in the versions that the preview shows. */
export const proposedMerge: ProposedChange<Input> = {
  async freeze(call, _, input) {
    const preview = await previewMerge(asMerge(call, input));
    if ('refusal' in preview) return preview;
    const version = (await readBoth(call.context, input)).map(toEtag).join(' ');
    return { preview: { ...nothingCounted, version, total: 2, updated: 1, deleted: 1 } };
  },

  async listRows(context, _, input) {
    const preview = await previewMerge(asMerge({ context }, input));
    const [survivor, merged] = await readBoth(context, input);
    if (!survivor || !merged || !('data' in preview)) return { rows: [], next: null };
    const { changes, segmentsAdded, redemptionsAdded, formerAddresses } = preview.data;
    const titles = new Map((await listSegmentTitles(context)).map(({ id, title }) => [id, title]));
    return {
      rows: [
        {
          ...namedRow(survivor.id, survivor),
          outcome: 'updated',
          changes,
          segmentsAdded: segmentsAdded.flatMap((id) => titles.get(id) ?? []),
          also: [
            ...formerAddresses.map(({ value }) => `Former address: ${value}`),
            ...(redemptionsAdded.length > 0 ? [`Redeemed codes: ${redemptionsAdded.length} more`] : []),
          ],
        },
        { ...namedRow(merged.id, merged), outcome: 'merged' },
      ],
      next: null,
    };
  },

  async run(call, _, input, leaveOut) {
    if (leaveOut.length > 0) return NO_SUCH_ROW;
    const [survivor, merged] = await readBoth(call.context, input);
    if (!survivor || !merged) return notFound('contact');
    const merge = asMerge(call, input);
    const fromMatch = toEtag(merged);
    const reply = await mergeContacts({
      ...merge,
      body: { ...merge.body, fromMatch },
      etags: parseEtags(toEtag(survivor)),
    });
    if ('refusal' in reply) return reply;
    const mergeId = 'headers' in reply ? reply.headers?.['Merge-Id'] : undefined;
    if (!mergeId) throw new Error('The merge has no id.');
    return { result: { type: 'merge', id: mergeId } };
  },
};
