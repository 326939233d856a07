import { run } from '@/lib/database/statement';
import type { Handler } from '../reply';

export const getOrganization: Handler<'getOrganization'> = async ({ context }) => {
  const [row] = await run<{ name: string }>(context.database, {
    name: 'get_organization',
    text: 'select name from organizations where id = $1',
    values: [context.organizationId],
  });
  return { data: { id: context.organizationId, name: row?.name ?? '', scopes: context.scopes } };
};
