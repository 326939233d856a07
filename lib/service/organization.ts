import type { Handler } from './reply';
import { run } from './statement';

export const getOrganization: Handler<'getOrganization'> = async ({ scope }) => {
  const [row] = await run<{ name: string }>(scope.database, {
    name: 'get_organization',
    text: 'select name from organizations where id = $1',
    values: [scope.organizationId],
  });
  return { data: { id: scope.organizationId, name: row?.name ?? '', scopes: scope.scopes } };
};
