import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** A new signing secret, as Standard Webhooks writes them: 256 random bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Encrypts signing secrets with a key derived from APP_SECRET, each for its webhook only. */
export class WebhookSecrets {
  private readonly key: Buffer;

  constructor(appSecret: string) {
    this.key = Buffer.from(hkdfSync('sha256', appSecret, '', 'webhook secrets', 32));
  }

  encrypt(webhookId: string, secret: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv(ALGORITHM, this.key, iv).setAAD(Buffer.from(webhookId));
    return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** The secret; `null` if it was encrypted with another APP_SECRET. */
  decrypt(webhookId: string, encrypted: Buffer): string | null {
    const decipher = createDecipheriv(ALGORITHM, this.key, encrypted.subarray(0, IV));
    decipher.setAAD(Buffer.from(webhookId)).setAuthTag(encrypted.subarray(-TAG));
    try {
      return decipher.update(encrypted.subarray(IV, -TAG), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
