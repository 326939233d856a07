import { recordActivity } from '@/lib/contacts/activity';
import type { ListTaken } from '@/lib/contract/activity';
import type { RequestContext } from '@/lib/database/statement';

/**
 * Records the export or download of a list, or that an assistant reads it, before its first line is sent. Search words become `…`.
 *
 * @param subjectId The export or import that has the list; by default the organization.
 */
export async function recordList(
  context: RequestContext,
  action: 'list.exported' | 'list.downloaded' | 'list.read',
  { filter, ...list }: ListTaken,
  subjectId = context.organizationId,
): Promise<void> {
  // Leave out search words: a person's name or email would outlive their erasure.
  const kept = filter && { ...filter, ...(filter.search !== undefined && { search: '…' }) };
  const taken: ListTaken = { ...list, ...(kept && Object.keys(kept).length > 0 && { filter: kept }) };
  await recordActivity(context, { action, subjectId, after: taken });
}
