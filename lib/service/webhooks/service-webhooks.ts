import type dns from 'node:dns';
import type { WebhookRow } from './webhook-row';
import { WebhookSecrets } from './webhook-secret';
import { WebhookSender } from './webhook-sender';

/** What webhooks need besides the database. */
export class ServiceWebhooks {
  readonly secrets: WebhookSecrets;
  readonly sender: WebhookSender;

  /** @param hosts that may have private addresses, and plain http. */
  constructor(appSecret: string, hosts: ReadonlySet<string>, lookup?: typeof dns.lookup) {
    this.secrets = new WebhookSecrets(appSecret);
    this.sender = new WebhookSender(hosts, lookup);
  }

  /** The secrets to sign with, the current one first; none if they were encrypted with another APP_SECRET. */
  secretsOf({ id, secret, former_secret }: Pick<WebhookRow, 'id' | 'secret' | 'former_secret'>): string[] {
    const current = this.secrets.decrypt(id, secret);
    const former = former_secret && this.secrets.decrypt(id, former_secret);
    return current ? [current, ...(former ? [former] : [])] : [];
  }
}
