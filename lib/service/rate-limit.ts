import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Refusal, refuse } from './reply';

/** Counts the requests of a token; says no to those over the limit, and when to come again. */
export function rateLimiter(perMinute: number | undefined): (tokenId: string) => Promise<Refusal | null> {
  if (!perMinute) return async () => null;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (tokenId) => {
    try {
      await limiter.consume(tokenId);
      return null;
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause;
      const seconds = Math.max(1, Math.ceil(cause.msBeforeNext / 1000));
      const { refusal } = refuse(
        'RATE_LIMITED',
        `Too many requests: this token may make ${perMinute} a minute.`,
      );
      return { ...refusal, headers: { 'Retry-After': String(seconds) } };
    }
  };
}
