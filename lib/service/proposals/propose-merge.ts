import type * as z from 'zod';
import { toEtag } from '@/lib/contacts/contact-row';
import type { contactMerge } from '@/lib/contract/merge';
import { contactRow } from '../contacts/contacts';
import { mergeContacts, previewMerge } from '../contacts/merge';
import { listSegmentTitles } from '../segments/segments';
import { parseEtags } from '../shared/parse-input';
import { type HandlerCall, notFound } from '../shared/reply';
import { namedRow } from './propose-bulk-change';
import { nothingCounted, type ProposalCall, type ProposedChange } from './proposed-change';

type Input = { id: string } & Pick<z.output<typeof contactMerge>, 'from' | 'take'>;

/** The call that a person would make to merge the contacts. */
const asMerge = (call: Pick<ProposalCall, 'context'>, { id, ...body }: Input) =>
  ({ ...call, id, body, etags: null }) as HandlerCall<'mergeContacts'> & HandlerCall<'previewMerge'>;

/** Both contacts, the one that stays first; fewer where one is gone. */
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
    const [stays, goes] = await readBoth(context, input);
    if (!stays || !goes || !('data' in preview)) return { rows: [], next: null };
    const { changes, segmentsAdded } = preview.data;
    const titles = new Map((await listSegmentTitles(context)).map(({ id, title }) => [id, title]));
    return {
      rows: [
        {
          ...namedRow(stays.id, stays),
          outcome: 'updated',
          changes,
          segmentsAdded: segmentsAdded.flatMap((id) => titles.get(id) ?? []),
        },
        { ...namedRow(goes.id, goes), outcome: 'merged' },
      ],
      next: null,
    };
  },

  async run(call, _, input) {
    const [stays, goes] = await readBoth(call.context, input);
    if (!stays || !goes) return notFound('contact');
    const merge = asMerge(call, input);
    const fromMatch = toEtag(goes);
    const reply = await mergeContacts({
      ...merge,
      body: { ...merge.body, fromMatch },
      etags: parseEtags(toEtag(stays)),
    });
    if ('refusal' in reply) return reply;
    const mergeId = 'headers' in reply ? reply.headers?.['Merge-Id'] : undefined;
    if (!mergeId) throw new Error('The merge has no id.');
    return { result: { type: 'merge', id: mergeId } };
  },
};
