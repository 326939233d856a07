import type { ApiToken, Scope as TokenScope } from '@/lib/contract/token';
import { author, recording } from './author';
import { type Handler, invalid, isUuid, notFound } from './reply';
import { scoped } from './statement';
import { digestOf, hintOf, newToken } from './token-secret';

interface Row {
  id: string;
  name: string;
  hint: string;
  scopes: TokenScope[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

const columns = 'id, name, hint, scopes, created_at, expires_at, last_used_at';
const fields = (of: string) => `jsonb_build_object('name', ${of}.name, 'scopes', ${of}.scopes)`;

const list = scoped<Row>(
  'list_tokens',
  `select ${columns} from api_tokens
   where organization_id = $1 and kind = 'issued' and revoked_at is null order by created_at desc, id desc`,
);
const create = scoped<Row>(
  'create_token',
  `with made as (
     insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, expires_at, created_at)
     select $1, uuid_of(clock_timestamp()), 'issued', $5, $6, $7, $8, $9, date_trunc('milliseconds', clock_timestamp())
     returning *),
   record as (${recording('token.created', 'made.id', 'null', fields('made'))} from made)
   select ${columns} from made`,
);
const revoke = scoped<Row>(
  'revoke_token',
  `with gone as (
     update api_tokens set revoked_at = now()
     where organization_id = $1 and id = $5 and kind = 'issued' and revoked_at is null returning *),
   record as (${recording('token.revoked', 'gone.id', fields('gone'), 'null')} from gone)
   select ${columns} from gone`,
);

export const listTokens: Handler<'listTokens'> = async ({ scope }) => {
  return { data: (await list(scope)).map(tokenOf) };
};

export const createToken: Handler<'createToken'> = async ({ scope, body }) => {
  const details = body.scopes.flatMap((wanted, index) =>
    scope.scopes.includes(wanted)
      ? []
      : [{ path: `scopes.${index}`, message: 'The calling token does not have this scope itself.' }],
  );
  if (body.expiresAt && Date.parse(body.expiresAt) <= Date.now())
    details.push({ path: 'expiresAt', message: 'This time has passed.' });
  if (details.length > 0) return invalid(details);
  const token = newToken();
  const values = [
    body.name,
    digestOf(token),
    hintOf(token),
    [...new Set(body.scopes)],
    body.expiresAt ?? null,
  ];
  const [row] = await create(scope, ...author(scope), ...values);
  return { data: { ...tokenOf(row as Row), token }, created: `/tokens/${row?.id}` };
};

export const revokeToken: Handler<'revokeToken'> = async ({ scope, id }) => {
  const [row] = isUuid(id) ? await revoke(scope, ...author(scope), id) : [];
  return row ? { data: tokenOf(row) } : notFound('token');
};

function tokenOf(row: Row): ApiToken {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
