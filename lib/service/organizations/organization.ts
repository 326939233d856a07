import { type RequestContext, run } from '@/lib/database/statement';
import type { Handler } from '../shared/reply';

/** The organization, and the scopes of the calling token. */
export const getOrganization: Handler<'getOrganization'> = async ({ context }) => {
  const [row] = await run<{ name: string }>(context.database, {
    name: 'get_organization',
    text: 'select name from organizations where id = $1',
    values: [context.organizationId],
  });
  return { data: { id: context.organizationId, name: row?.name ?? '', scopes: context.scopes } };
};

/** Makes concurrent transactions of the organization wait, so that a limit checked after it holds. */
export async function lockOrganization({ database, client, organizationId }: RequestContext): Promise<void> {
  const text = 'select from organizations where id = $1 for no key update';
  await run(database, { name: 'lock_organization', text, values: [organizationId] }, client);
}
