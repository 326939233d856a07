import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 of the parts, in base64url. The purpose keeps digests for different uses apart. */
export function keyedDigest(secret: string, ...parts: [purpose: string, ...string[]]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/** Whether two digests are equal; compares in constant time. */
export function sameDigest(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
