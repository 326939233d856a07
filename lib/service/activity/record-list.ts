import { actorValues, recording } from '@/lib/contacts/activity';
import type { ListTaken } from '@/lib/contract/activity';
import { type RequestContext, scoped } from '@/lib/database/statement';

const exported = scoped('record_list_exported', recording('list.exported', '$6', 'null', '$7'));
const downloaded = scoped('record_list_downloaded', recording('list.downloaded', '$6', 'null', '$7'));

/**
 * Records who exports a list, before its first line is sent.
 *
 * @param subjectId The export or import that has the list; by default the organization.
 */
export async function recordList(
  context: RequestContext,
  action: 'list.exported' | 'list.downloaded',
  { filter, ...list }: ListTaken,
  subjectId = context.organizationId,
): Promise<void> {
  // Search words may be a person's name or email, and would outlive their erasure.
  const kept = filter && { ...filter, ...(filter.search !== undefined && { search: '…' }) };
  const taken: ListTaken = { ...list, ...(kept && Object.keys(kept).length > 0 && { filter: kept }) };
  const record = action === 'list.exported' ? exported : downloaded;
  await record(context, ...actorValues(context), subjectId, JSON.stringify(taken));
}
