import { v7 as uuidv7 } from 'uuid';
import { grantableScopes } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import { run } from '@/lib/database/statement';
import { digestToken, newToken, tokenHint } from '../shared/token-secret';

/** Creates an organization with a token of all grantable scopes. Only this call returns the token; its digest is stored. */
export async function createOrganization(
  database: Database,
  name: string,
): Promise<{ id: string; token: string }> {
  const id = uuidv7();
  const token = newToken();
  await run(database, {
    text: `with made as (insert into organizations (id, name, created_at) values ($1, $2, now()) returning id)
      insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at)
      select id, $3, 'issued', 'First token', $4, $5, $6, now() from made`,
    values: [id, name, uuidv7(), digestToken(token), tokenHint(token), grantableScopes],
  });
  return { id, token };
}
