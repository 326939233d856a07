import { byRuleMessage } from '@/lib/contacts/decide';
import { codesOfSegment } from '../referral-codes/referral-codes';
import { knownSegments, unknownSegments } from '../segments/segment-row';
import { type Handler, invalid, notFound, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { getRow, toBulkChanges } from './bulk-change-row';
import { MOST_WAITING, snapshotSelection } from './snapshot-selection';

/** Creates a bulk change that adds segment `into` to the contacts of the other segment, which its last chunk deletes. */
export const mergeSegments: Handler<'mergeSegments'> = async (call) => {
  const { context, id, body, service } = call;
  const [merged] = await knownSegments(context, [id]);
  if (!merged) return notFound('segment');
  if (body.into === merged.id)
    return invalid([{ path: 'into', message: 'Choose another segment to merge it into.' }]);
  if (merged.isByRule) return refuse('CONFLICT', byRuleMessage(merged.title));
  const unknown = await unknownSegments(context, 'into', [body.into]);
  if (unknown.length > 0) return invalid(unknown.map((one) => ({ ...one, path: 'into' })));
  const full = await refuseIfFull(context, service);
  if (full) return full;
  const codeIds = (await codesOfSegment(context, merged.id, body.into)).map(({ id }) => id);
  const filter = { segmentId: [merged.id], segmentMatch: 'any' as const };
  const frozen = await snapshotSelection(
    { context, service, body: { filter } },
    {
      type: 'segments',
      add: [body.into],
      remove: [],
      merged: { id: merged.id, title: merged.title, codeIds },
    },
    null,
  );
  if (!frozen.id)
    return refuse(
      'CONFLICT',
      `Bulk changes of ${MOST_WAITING.toLocaleString('en')} contacts are unfinished. Wait for them.`,
    );
  service.jobs.wake();
  const [data] = await toBulkChanges(context, await getRow(context, frozen.id));
  if (!data) throw new Error('The merge was not stored.');
  return { data, created: `/bulk-changes/${data.id}` };
};
