import { recordActivity } from '@/lib/contacts/activity';
import type { ApiToken } from '@/lib/contract/token';
import { scoped } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { type Handler, invalid, notFound, refuse } from '../shared/reply';
import { digestToken, newToken, tokenHint } from '../shared/token-secret';
import { unrevokedSql } from '../shared/unrevoked';

const columns = `id, kind, name, hint, scopes, created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt",
  last_used_at as "lastUsedAt"`;

const list = scoped<ApiToken>(
  'list_tokens',
  `select ${columns} from api_tokens t
   where organization_id = $1 and ${unrevokedSql('t')} order by kind = 'issued' desc, created_at desc, id desc`,
);
/** A token made by a token is revoked with it; one made by a person is not. */
const create = scoped<ApiToken>(
  'create_token',
  `insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, expires_at, created_at, created_by, maker_ids)
   select $1, uuid_of(clock_timestamp()), 'issued', $2, $3, $4, $5, least($6, m.expires_at),
     date_trunc('milliseconds', clock_timestamp()), $8::jsonb,
     case $8::jsonb ->> 'kind' when 'token' then m.maker_ids || m.id else '{}' end
   from api_tokens m where m.organization_id = $1 and m.id = $7 and ${unrevokedSql('m')}
   returning ${columns}`,
);
const get = scoped<ApiToken>(
  'get_token',
  `select ${columns} from api_tokens t where organization_id = $1 and id = $2 and ${unrevokedSql('t')}`,
);
const revoke = scoped<ApiToken>(
  'revoke_token',
  `update api_tokens set revoked_at = now()
   where organization_id = $1 and id = $2 and kind = 'issued' and ${unrevokedSql('api_tokens')} returning ${columns}`,
);

/** Fields recorded in the activity. */
const recorded = ({ name, scopes }: ApiToken) => ({ name, scopes });

export const listTokens: Handler<'listTokens'> = async ({ context }) => ({ data: await list(context) });

/**
 * Creates a token, with no scope that the calling token lacks, and records it. It expires with the calling token at the
 * latest. Only this response has its secret.
 */
export const createToken: Handler<'createToken'> = async ({ context, body }) => {
  const details = body.scopes.flatMap((wanted, index) =>
    context.scopes.includes(wanted)
      ? []
      : [{ path: `scopes.${index}`, message: 'The calling token does not have this scope itself.' }],
  );
  if (body.expiresAt && Date.parse(body.expiresAt) <= Date.now())
    details.push({ path: 'expiresAt', message: 'This time has passed.' });
  if (details.length > 0) return invalid(details);
  const token = newToken();
  const scopes = [...new Set(body.scopes)];
  const values = [body.name, digestToken(token), tokenHint(token), scopes, body.expiresAt, context.tokenId];
  const row = await joinTransaction(context, async (context) => {
    const [made] = await create(context, ...values, JSON.stringify(context.actor));
    if (made)
      await recordActivity(context, { action: 'token.created', subjectId: made.id, after: recorded(made) });
    return made;
  });
  if (!row) return refuse('UNAUTHORIZED', 'The calling token has just been revoked.');
  return { data: { ...row, token }, created: `/tokens/${row.id}` };
};

/**
 * Revokes a token that the API created, and those made with it, and records it. Others are refused, and say what to do
 * instead.
 */
export const revokeToken: Handler<'revokeToken'> = async ({ context, id }) => {
  const row = await joinTransaction(context, async (context) => {
    const [gone] = await revoke(context, id);
    if (gone)
      await recordActivity(context, { action: 'token.revoked', subjectId: gone.id, before: recorded(gone) });
    return gone;
  });
  if (row) return { data: row };
  const [kept] = await get(context, id);
  if (!kept || kept.kind === 'issued') return notFound('token');
  return refuse('CONFLICT', KEPT[kept.kind]);
};

/** Why a token cannot be revoked, and what to do instead. */
const KEPT = {
  configured: 'This token is set by CONTACTS_API_TOKEN. Change or remove the variable and restart Roster.',
  console: 'This token belongs to the console. To replace it, change APP_SECRET and restart Roster.',
};
