import type { EventType } from '@/lib/contract/event';
import type { Webhook } from '@/lib/contract/webhook';
import { scoped } from '@/lib/database/statement';
import { unrevokedSql } from '../shared/unrevoked';

export interface WebhookRow {
  id: string;
  url: string;
  types: EventType[] | null;
  state: Webhook['state'];
  token_id: string | null;
  secret: Buffer;
  /** `null` once the former secret has expired. */
  former_secret: Buffer | null;
  seal: number;
  event_id: string;
  events_read: number;
  failures: number;
  backlog_full: boolean;
  generation: number;
  /** Whether the pause of an endpoint that is down is over. */
  is_due: boolean;
}

const former = (column: string) => `case when w.former_secret_until > clock_timestamp() then w.${column} end`;
const tokenRevoked = `exists (select from api_tokens t
  where t.organization_id = w.organization_id and t.id = w.token_id and not (${unrevokedSql('t')}))`;
/** SQL: the state. A revoked token is looked up, so that a webhook created during its revocation pauses, too. */
export const webhookState = `case when ${tokenRevoked} then 'paused' else w.state end`;
const pausedBecause = `case when ${tokenRevoked} then 'tokenRevoked' when w.disabled_after_failures then 'failed' when w.restored then 'restored' end`;
const shown = `select w.id, w.url, w.types, ${webhookState} as state, ${pausedBecause} as "pausedBecause", w.disabled_after_failures as "gaveUp",
    n.failing_since as "failingSince", n.waiting, w.created_at as "createdAt", ${former('former_secret_until')} as "formerSecretUntil"
  from webhooks w cross join lateral (select count(*) as waiting, min(d.since) as failing_since from webhook_deliveries d
    where d.organization_id = $1 and d.webhook_id = w.id and d.state = 'waiting') n
  where w.organization_id = $1`;
const row = `select w.id, w.url, w.types, ${webhookState} as state, w.token_id, w.secret, ${former('former_secret')} as former_secret,
    w.seal, w.event_id, w.events_read, w.failures, w.backlog_full, w.generation, (w.retry_at is null or w.retry_at <= clock_timestamp()) as is_due
  from webhooks w where w.organization_id = $1 and w.id = $2`;

export const listWebhookRows = scoped<Webhook>('list_webhooks', `${shown} order by w.created_at, w.id`);
export const getShownWebhook = scoped<Webhook>('get_webhook', `${shown} and w.id = $2`);
export const getWebhookRow = scoped<WebhookRow>('get_webhook_row', row);
export const lockWebhookRow = scoped<WebhookRow>('lock_webhook', `${row} for update`);
export const insertWebhook = scoped(
  'insert_webhook',
  `insert into webhooks (organization_id, id, url, types, state, secret, seal, event_id, token_id, created_at)
   select $1, $2, $3, $4, 'active', $5, $6, $7, $8, date_trunc('milliseconds', clock_timestamp())`,
);
export const changeWebhook = scoped(
  'change_webhook',
  `update webhooks set url = $3, types = $4, state = $5, token_id = $6, disabled_after_failures = disabled_after_failures and $5 = 'paused',
     restored = restored and $5 = 'paused'
   where organization_id = $1 and id = $2`,
);
/** Clears the failures of an endpoint; the new generation voids those of a running chunk. */
export const resetFailures = scoped(
  'reset_webhook_failures',
  'update webhooks set failures = 0, backlog_full = false, retry_at = null, generation = generation + 1 where organization_id = $1 and id = $2',
);
export const removeWebhook = scoped(
  'remove_webhook',
  'delete from webhooks where organization_id = $1 and id = $2',
);
export const rotateSecret = scoped(
  'rotate_webhook_secret',
  `update webhooks set former_secret = secret, secret = $3, former_secret_until = until
   from date_trunc('milliseconds', clock_timestamp() + interval '24 hours') until
   where organization_id = $1 and id = $2`,
);
