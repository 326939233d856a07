import { operations } from '@/lib/contract/operations';

/** Path segments of the console and other paths. A test checks that those of new pages are listed. */
const pages = `client.ts openapi.json _next activity api callback code company connection contacts data duplicates forgot-password health import imports join mcp metrics new ops
  organization paste profile ready referral-codes reset-password segments settings setup sign-in static team tokens trash v1 webhooks`;
const words = new Set([
  ...pages.split(/\s+/),
  ...Object.entries(operations).flatMap(([name, { path }]) => [name, ...path.split('/')]),
]);

/** The route of a request's target, for the log: `/v1/contacts/{id}`. Replaces segments that may be somebody's input. */
export const toRoute = (target = ''): string =>
  target
    .split('?', 1)
    .join()
    .split('/')
    .map((part) => (words.has(part) ? part : '{id}'))
    .join('/');
