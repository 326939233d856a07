import type * as z from 'zod';
import { readRuleFacts } from '@/lib/contacts/lists/rule-facts';
import type { segmentCreate } from '@/lib/contract/segment';
import { titleKey } from '@/lib/contract/title-key';
import { countRule, findRuleProblems } from '../segments/segment-rules';
import { createSegment, listSegmentTitles } from '../segments/segments';
import { type HandlerCall, invalid, refuse } from '../shared/reply';
import { NO_SUCH_ROW, nothingCounted, type ProposedChange } from './proposed-change';

/** A new segment, also by rule: it is made as it was proposed, also if other contacts match by then. */
export const proposedSegment: ProposedChange<z.output<typeof segmentCreate>> = {
  async freeze({ context }, _, { title, rule }) {
    const problems = rule ? await findRuleProblems(context, rule) : [];
    if (problems.length > 0) return invalid(problems);
    const key = titleKey(title);
    if ((await listSegmentTitles(context)).some((one) => titleKey(one.title) === key))
      return refuse('CONFLICT', 'A segment with this name exists.', [
        { path: 'title', message: 'A segment with this name exists.' },
      ]);
    const members = rule ? await countRule(context, await readRuleFacts(context), rule) : 0;
    return { preview: { ...nothingCounted, version: '1', total: 1, created: 1, members } };
  },

  listRows: async () => ({ rows: [], next: null }),

  async run(call, _, body, leaveOut) {
    if (leaveOut.length > 0) return NO_SUCH_ROW;
    const reply = await createSegment({ ...call, body } as unknown as HandlerCall<'createSegment'>);
    if ('refusal' in reply) return reply;
    return { result: { type: 'segment', id: (reply as { data: { id: string } }).data.id } };
  },
};
