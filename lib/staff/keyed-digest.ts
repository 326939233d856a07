import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A digest that only a holder of `secret` can make, 256 bits in base64url. The same parts give the same digest in
 * every instance that shares the secret; the first part names the purpose, so no digest is good for another one.
 */
export function keyedDigest(secret: string, ...parts: [purpose: string, ...string[]]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/** Compares without telling by its duration how much of `given` was right. */
export function sameDigest(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
