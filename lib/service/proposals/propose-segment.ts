import type * as z from 'zod';
import type { segmentCreate } from '@/lib/contract/segment';
import { titleKey } from '@/lib/contract/title-key';
import { findRuleProblems } from '../segments/segment-rules';
import { createSegment, listSegmentTitles } from '../segments/segments';
import { type HandlerCall, invalid, refuse } from '../shared/reply';
import { nothingCounted, type ProposedChange } from './proposed-change';

/** A new segment, also by rule: it is made as it was proposed, whoever matches by then. */
export const proposedSegment: ProposedChange<z.output<typeof segmentCreate>> = {
  async freeze({ context }, _, { title, rule }) {
    const problems = rule ? await findRuleProblems(context, rule) : [];
    if (problems.length > 0) return invalid(problems);
    const key = titleKey(title);
    if ((await listSegmentTitles(context)).some((one) => titleKey(one.title) === key))
      return refuse('CONFLICT', 'A segment with this name exists.', [
        { path: 'title', message: 'A segment with this name exists.' },
      ]);
    return { preview: { ...nothingCounted, version: '1', total: 1, created: 1 } };
  },

  listRows: async () => ({ rows: [], next: null }),

  async run(call, _, body) {
    const reply = await createSegment({ ...call, body } as unknown as HandlerCall<'createSegment'>);
    if ('refusal' in reply) return reply;
    return { result: { type: 'segment', id: (reply as { data: { id: string } }).data.id } };
  },
};
