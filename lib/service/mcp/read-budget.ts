import { type RequestContext, scoped } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { recordList } from '../activity/record-list';
import { ToolError } from './tool';

/** Contacts that a token `t` has read today (UTC). */
const readTodaySql = 'case when t.read_on = current_date then t.contacts_read else 0 end';

const charge = scoped<{ name: string }>(
  'charge_contacts_read',
  `update api_tokens t set read_on = current_date, contacts_read = ${readTodaySql} + $3 from organizations o
   where t.organization_id = $1 and t.id = $2 and o.id = $1 and ${readTodaySql} + $3 <= o.assistant_reads returning t.name`,
);
const readBudget = scoped<{ most: number; left: number }>(
  'read_budget_of_contacts',
  `select o.assistant_reads as most, greatest(0, o.assistant_reads - ${readTodaySql}) as left
   from api_tokens t join organizations o on o.id = $1 where t.organization_id = $1 and t.id = $2`,
);

/**
 * Counts contacts that a tool is about to answer, and records that in the activity. Throws a `ToolError` if they are more than
 * the token may still read today.
 */
export async function chargeReads(
  given: Omit<RequestContext, 'actor'> & { tokenId: string },
  tool: string,
  count: number,
): Promise<void> {
  const { tokenId } = given;
  const isCharged = await joinTransaction(toContext(given), async (context) => {
    const [token] = await charge(context, tokenId, count);
    if (token)
      await recordList({ ...context, actor: { ...context.actor, name: token.name } }, 'list.read', {
        list: 'contacts',
        as: 'answer',
        count,
        tool,
      });
    return Boolean(token);
  });
  if (isCharged) return;
  const [{ most, left } = { most: 0, left: 0 }] = await readBudget(toContext(given), tokenId);
  throw new ToolError(
    `This token may read ${most} contacts a day; ${left} are left, and this answer has ${count}. Ask for fewer, wait until 00:00 UTC, or ask an administrator to raise the number in Settings → Organization.`,
  );
}

const toContext = ({
  tokenId,
  ...rest
}: Omit<RequestContext, 'actor'> & { tokenId: string }): RequestContext => ({
  ...rest,
  actor: { kind: 'token', id: tokenId, name: '' },
});
