import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { acrossOrganizations, inEachOrganization } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { KEY_HOURS } from '@/lib/jobs/job-table';
import { type Reply, refuse, type Success } from './reply';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const expired = `created_at <= now() - interval '${KEY_HOURS} hours'`;
const findAnswer = scoped<{ answer: Buffer; body_digest: Buffer }>(
  'find_idempotent_answer',
  `select answer, body_digest from idempotent_answers
   where organization_id = $1 and token_id = $2 and key = $3 and not ${expired}`,
);
/** Returns nothing if another request has stored its answer first. */
const keepAnswer = scoped<{ key: string }>(
  'keep_idempotent_answer',
  `insert into idempotent_answers as a (organization_id, token_id, key, body_digest, answer, contact_ids)
   select $1, $2::uuid, $3, $4, $5, $6::uuid[]
   on conflict (organization_id, token_id, key) do update set body_digest = excluded.body_digest,
     answer = excluded.answer, contact_ids = excluded.contact_ids, created_at = excluded.created_at
   where excluded.created_at - a.created_at >= interval '${KEY_HOURS} hours' returning key`,
);
export const eraseIdempotentAnswers = scoped(
  'erase_idempotent_answers',
  'delete from idempotent_answers where organization_id = $1 and contact_ids && $2::uuid[]',
);

const USED = 'This Idempotency-Key was used for another request.';
export const USED_KEY = refuse('CONFLICT', USED, [{ path: 'Idempotency-Key', message: USED }]);

export const requestDigest = (request: unknown): Buffer => hash('sha256', JSON.stringify(request), 'buffer');

/**
 * Repeats the first answer to an idempotency key for a day. Nothing is reserved before: what takes such a key is safe to
 * repeat, so of two requests at once both are carried out, and both get the answer of the one that ended first. Refusals
 * wrote nothing and are not kept.
 */
export async function answerOnce(
  context: RequestContext & { tokenId: string },
  key: string,
  request: unknown,
  run: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const digest = requestDigest(request);
  const find = async () => {
    const [stored] = await findAnswer(context, context.tokenId, key);
    if (!stored) return null;
    if (!digest.equals(stored.body_digest)) return USED_KEY;
    return JSON.parse(String(await decompress(stored.answer))) as Success<unknown>;
  };
  const known = await find();
  if (known) return known;
  const reply = await run();
  if (!('data' in reply)) return reply;
  const answer = await compress(JSON.stringify(reply));
  const [kept] = await keepAnswer(context, context.tokenId, key, digest, answer, contactIdsIn(reply.data));
  return kept ? reply : ((await find()) ?? reply);
}

/** Contacts in the answer of an upsert or a batch. */
function contactIdsIn(data: unknown): string[] {
  const { id, results = [] } = data as { id?: string; results?: { contact: { id: string } | null }[] };
  return id ? [id] : results.flatMap(({ contact }) => contact?.id ?? []);
}

/** Deletes answers that are not repeated any more, one organization at a time. */
export async function purgeAnswers(database: Database): Promise<void> {
  const rows = await acrossOrganizations<{ id: string }>(
    database,
    (among) =>
      `select distinct organization_id as id from idempotent_answers a where ${expired} and ${among('a')}`,
  );
  await inEachOrganization(rows, ({ id }) =>
    database.pool.query(`delete from idempotent_answers where organization_id = $1 and ${expired}`, [id]),
  );
}
