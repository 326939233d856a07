/** Longer waits are cut to 30 days, in seconds. */
const LONGEST_WAIT = 30 * 86_400;

/**
 * Seconds of a `Retry-After` header, which is a number of seconds or a date: rounded up, at most 30 days; `undefined` if it is
 * absent, malformed or not in the future.
 */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_WAIT) : undefined;
}

/** A wait for people, rounded up, in the largest unit of which it has more than two: `in 60 seconds`, `in 3 hours`. */
export function inWords(seconds: number): string {
  for (const [size, unit] of [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
  ] as const)
    if (seconds > 2 * size) return `in ${Math.ceil(seconds / size)} ${unit}`;
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
}
