import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type dns from 'node:dns';
import type { WebhookRow } from './webhook-row';
import { WebhookSender } from './webhook-sender';

const ALGORITHM = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** A new signing secret, as Standard Webhooks writes them: 256 random bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Sends webhooks and encrypts their signing secrets, with a key derived from APP_SECRET and each for its webhook only. */
export class ServiceWebhooks {
  readonly sender: WebhookSender;
  private readonly key: Buffer;

  /** @param hosts Hosts that may have private addresses, and plain http. */
  constructor(appSecret: string, hosts: ReadonlySet<string>, lookup?: typeof dns.lookup) {
    this.key = Buffer.from(hkdfSync('sha256', appSecret, '', 'webhook secrets', 32));
    this.sender = new WebhookSender(hosts, lookup);
  }

  /** Encrypts a secret, which can then be decrypted for this webhook only. */
  encrypt(webhookId: string, secret: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv(ALGORITHM, this.key, iv).setAAD(Buffer.from(webhookId));
    return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** The secrets to sign with, the current one first; none if they were encrypted with another APP_SECRET. */
  secretsOf({ id, secret, former_secret }: Pick<WebhookRow, 'id' | 'secret' | 'former_secret'>): string[] {
    const current = this.decrypt(id, secret);
    const former = former_secret && this.decrypt(id, former_secret);
    return current ? [current, ...(former ? [former] : [])] : [];
  }

  /** Decrypts a secret; `null` if it was encrypted with another APP_SECRET, or for another webhook. */
  private decrypt(webhookId: string, encrypted: Buffer): string | null {
    const decipher = createDecipheriv(ALGORITHM, this.key, encrypted.subarray(0, IV));
    decipher.setAAD(Buffer.from(webhookId)).setAuthTag(encrypted.subarray(-TAG));
    try {
      return decipher.update(encrypted.subarray(IV, -TAG), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
