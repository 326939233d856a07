import { v7 as uuidv7 } from 'uuid';
import { pickDiffering, recordActivity } from '@/lib/contacts/activity';
import type { Webhook } from '@/lib/contract/webhook';
import type { RequestContext } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { sealBacklog } from '../activity/seal-for-readers';
import { readFeedEnds } from '../events/read-events';
import { lockOrganization } from '../organizations/organization';
import { type Handler, invalid, notFound, refuse } from '../shared/reply';
import { retryAllNow } from './delivery-rows';
import { newWebhookSecret } from './service-webhooks';
import {
  changeWebhook,
  getShownWebhook,
  insertWebhook,
  listWebhookRows,
  lockWebhookRow,
  removeWebhook,
  resetFailures,
  rotateSecret,
  type WebhookRow,
} from './webhook-row';

const NO_WEBHOOK = notFound('webhook');
/** Most webhooks of an organization: each takes a share of what is sent at once. */
const MOST_WEBHOOKS = 20;
class TooMany extends Error {}
const TOO_MANY = refuse('CONFLICT', `An organization has at most ${MOST_WEBHOOKS} webhooks.`);

/** Fields recorded in the activity. Without the path of the URL, which may be a secret. */
const recorded = ({ url, types, state }: Pick<WebhookRow, 'url' | 'types' | 'state'>) => ({
  url: new URL(url).origin,
  ...(types && { types }),
  state,
});

/** Id of the token whose revocation pauses the webhook; `null` if a person creates or resumes it. */
const creatorTokenId = ({ actor }: RequestContext) => (actor.kind === 'token' ? actor.id : null);

export const listWebhooks: Handler<'listWebhooks'> = async ({ context }) => ({
  data: await listWebhookRows(context),
});

/** The webhook, without its secret. */
export const getWebhook: Handler<'getWebhook'> = async ({ context, id }) => {
  const [data] = await getShownWebhook(context, id);
  return data ? { data } : NO_WEBHOOK;
};

/**
 * Creates a webhook for events from now on, and records it; refused beyond `MOST_WEBHOOKS`. Only this response has its
 * secret.
 */
export const createWebhook: Handler<'createWebhook'> = async ({ context, body, service: { webhooks } }) => {
  const { url, types = null } = body;
  const message = await webhooks.sender.problemWith(url);
  if (message) return invalid([{ path: 'url', message }]);
  const count = async (of: RequestContext = context) => (await listWebhookRows(of)).length;
  if ((await count()) >= MOST_WEBHOOKS) return TOO_MANY;
  const id = uuidv7();
  const secret = newWebhookSecret();
  const encrypted = webhooks.encrypt(id, secret);
  // The webhook gets events from after everything that has been committed.
  await sealBacklog(context);
  const data = await joinTransaction(context, async (context) => {
    const { seal, id: eventId } = (await readFeedEnds(context)).last;
    await insertWebhook(context, id, url, types, encrypted, seal, eventId, creatorTokenId(context));
    const after = recorded({ url, types, state: 'active' });
    await recordActivity(context, { action: 'webhook.created', subjectId: id, after });
    const [made] = (await getShownWebhook(context, id)) as [Webhook];
    // Lock last, because others wait for the lock until the commit.
    await lockOrganization(context);
    if ((await count(context)) > MOST_WEBHOOKS) throw new TooMany();
    return made;
  }).catch((cause: unknown) => {
    if (cause instanceof TooMany) return null;
    throw cause;
  });
  if (!data) return TOO_MANY;
  return { data: { ...data, secret }, created: `/webhooks/${id}` };
};

/** Changes a webhook, and records what differs. Resuming it, or another URL, retries everything that waits at once. */
export const updateWebhook: Handler<'updateWebhook'> = async ({ context, id, body, service }) => {
  const message = body.url && (await service.webhooks.sender.problemWith(body.url));
  if (message) return invalid([{ path: 'url', message }]);
  const data = await lockAndChange(context, id, async (context, old) => {
    const row = { ...old, ...body };
    const isResumed = row.state === 'active' && old.state === 'paused';
    const maker = isResumed ? creatorTokenId(context) : old.token_id;
    await changeWebhook(context, id, row.url, row.types, row.state, maker);
    if (row.state === 'active' && (isResumed || row.url !== old.url)) {
      await resetFailures(context, id);
      await retryAllNow(context, id);
    }
    const [before, after] = [recorded(old), recorded(row)];
    const isMoved = row.url !== old.url && before.url === after.url;
    const now = { ...pickDiffering(after, before), ...(isMoved && { url: 'replaced' }) };
    const then = pickDiffering(before, after);
    if (Object.keys({ ...now, ...then }).length > 0)
      await recordActivity(context, { action: 'webhook.updated', subjectId: id, before: then, after: now });
  });
  service.jobs.wake();
  return data ? { data } : NO_WEBHOOK;
};

/** Replaces the secret, which only this response has, and records it. The former one also signs for a day. */
export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async ({
  context,
  id,
  service: { webhooks },
}) => {
  const secret = newWebhookSecret();
  const data = await lockAndChange(context, id, async (context) => {
    await rotateSecret(context, id, webhooks.encrypt(id, secret));
    const after = { secret: 'replaced' };
    await recordActivity(context, { action: 'webhook.updated', subjectId: id, after });
  });
  return data ? { data: { ...data, secret } } : NO_WEBHOOK;
};

/** Deletes a webhook with its deliveries, and records it; answers with it. */
export const deleteWebhook: Handler<'deleteWebhook'> = async ({ context, id }) => {
  const [data] = await getShownWebhook(context, id);
  const done =
    data &&
    (await lockAndChange(context, id, async (context, old) => {
      await removeWebhook(context, id);
      await recordActivity(context, { action: 'webhook.deleted', subjectId: id, before: recorded(old) });
    }));
  return data && done !== undefined ? { data } : NO_WEBHOOK;
};

/** Changes a webhook in a transaction, and returns it; `null` after its deletion, `undefined` if there is none. */
function lockAndChange(
  context: RequestContext,
  id: string,
  change: (context: RequestContext, old: WebhookRow) => Promise<void>,
): Promise<Webhook | null | undefined> {
  return joinTransaction(context, async (context) => {
    const [old] = await lockWebhookRow(context, id);
    if (!old) return undefined;
    await change(context, old);
    return (await getShownWebhook(context, id))[0] ?? null;
  });
}
