import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { acrossOrganizations, inEachOrganization } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { KEY_HOURS } from '@/lib/jobs/job-table';
import { DISCONNECTED, type Reply, refuse, type Success } from './reply';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Seconds that a request without an answer holds its key; then its instance may have died. */
const RESERVED_SECONDS = 5;
const LOOK_MILLISECONDS = 25;

/** An empty answer reserves a key. It is as old as answers get, so that versions without reservations ignore it. */
const reservedAt = `clock_timestamp() - interval '${KEY_HOURS} hours'`;
const expired = `a.created_at <= ${reservedAt} - case when a.answer = '' then interval '${RESERVED_SECONDS} s' else interval '0' end`;
const findAnswer = scoped<{ answer: Buffer; body_digest: Buffer }>(
  'find_idempotent_answer',
  `select answer, body_digest from idempotent_answers a
   where organization_id = $1 and token_id = $2 and key = $3 and not ${expired}`,
);
/** Reserves a key; returns no row if another request holds or has answered it. `owner` identifies the reservation. */
const reserveKey = scoped<{ owner: string }>(
  'reserve_idempotency_key',
  `insert into idempotent_answers as a (organization_id, token_id, key, body_digest, answer, contact_ids, created_at)
   select $1, $2::uuid, $3, $4, '', '{}', ${reservedAt}
   on conflict (organization_id, token_id, key) do update set body_digest = excluded.body_digest,
     answer = excluded.answer, contact_ids = excluded.contact_ids, created_at = excluded.created_at
   where ${expired} returning created_at::text as owner`,
);
/** An erasure of these contacts waits until the answer is stored, and erases it too. */
const lockContacts = scoped(
  'lock_contacts_of_answer',
  `select c.id from unnest($2::uuid[]) g cross join lateral (
     select id from contacts where organization_id = $1 and id = g offset 0 for key share) c`,
);
/** Stores an answer; returns no row if another request has stored one first, or a contact in it is erased. */
const keepAnswer = scoped<{ key: string }>(
  'keep_idempotent_answer',
  `insert into idempotent_answers as a (organization_id, token_id, key, body_digest, answer, contact_ids)
   select $1, $2::uuid, $3, $4, $5, $6::uuid[] where not exists (
     select from activities where organization_id = $1 and subject_id = any($6::uuid[]) and action = 'contact.purged')
   on conflict (organization_id, token_id, key) do update set body_digest = excluded.body_digest,
     answer = excluded.answer, contact_ids = excluded.contact_ids, created_at = excluded.created_at
   where a.answer = '' or ${expired} returning key`,
);
const releaseKey = scoped(
  'release_idempotency_key',
  `delete from idempotent_answers where organization_id = $1 and token_id = $2 and key = $3 and answer = ''
   and created_at = $4::timestamptz`,
);
export const eraseIdempotentAnswers = scoped(
  'erase_idempotent_answers',
  'delete from idempotent_answers where organization_id = $1 and contact_ids && $2::uuid[]',
);

const USED = 'This Idempotency-Key was used for another request.';
export const USED_KEY = refuse('CONFLICT', USED, [{ path: 'Idempotency-Key', message: USED }]);

export const requestDigest = (request: unknown): Buffer => hash('sha256', JSON.stringify(request), 'buffer');

/**
 * Repeats the first answer to an idempotency key for a day; refuses the key for another request. Of concurrent requests,
 * the first reserves the key and the others wait for its answer. Refusals are not kept, because they wrote nothing.
 */
export async function answerOnce(
  context: RequestContext & { tokenId: string },
  key: string,
  request: unknown,
  run: () => Promise<Reply<unknown>>,
  signal?: AbortSignal,
): Promise<Reply<unknown>> {
  const { tokenId } = context;
  const digest = requestDigest(request);
  /** The stored answer; `null` while another request holds the key, `undefined` if the key is free. */
  const find = async () => {
    const [stored] = await findAnswer(context, tokenId, key);
    if (!stored) return undefined;
    if (!digest.equals(stored.body_digest)) return USED_KEY;
    return stored.answer.length > 0
      ? (JSON.parse(String(await decompress(stored.answer))) as Success<unknown>)
      : null;
  };
  let owner: string | undefined;
  while (!owner) {
    if (signal?.aborted) return DISCONNECTED;
    const known = await find();
    if (known) return known;
    // Reserve only a free key, because reserving locks the row.
    if (known === undefined) owner = (await reserveKey(context, tokenId, key, digest))[0]?.owner;
    if (!owner) await sleep(LOOK_MILLISECONDS);
  }
  let reply: Reply<unknown> | undefined;
  try {
    reply = await run();
  } finally {
    if (!reply || !('data' in reply)) await releaseKey(context, tokenId, key, owner);
  }
  if (!('data' in reply)) return reply;
  const answer = await compress(JSON.stringify(reply));
  const ids = contactIdsIn(reply.data);
  const [kept] = await joinTransaction(context, async (context) => {
    await lockContacts(context, ids);
    return keepAnswer(context, tokenId, key, digest, answer, ids);
  });
  return kept ? reply : ((await find()) ?? reply);
}

/** Contacts in the answer of an upsert or a batch. */
function contactIdsIn(data: unknown): string[] {
  const { id, results = [] } = data as { id?: string; results?: { contact: { id: string } | null }[] };
  return id ? [id] : results.flatMap(({ contact }) => contact?.id ?? []);
}

/** Deletes expired answers, one organization at a time. */
export async function purgeAnswers(database: Database): Promise<void> {
  const rows = await acrossOrganizations<{ id: string }>(
    database,
    (among) =>
      `select distinct organization_id as id from idempotent_answers a where ${expired} and ${among('a')}`,
  );
  await inEachOrganization(rows, ({ id }) =>
    database.pool.query(`delete from idempotent_answers a where organization_id = $1 and ${expired}`, [id]),
  );
}
