import { cannot } from '@/lib/contract/connection';
import { type OperationName, operations } from '@/lib/contract/operations';
import { runtime } from '@/lib/runtime';
import type { ServiceView } from './(console)/service-queries';

/** How long a page waits for a service on the network before it goes without, in milliseconds. */
const PAGE_PATIENCE = 600;

/** What the service cannot do, each with the sentence that says so. Self-hosted that is nothing. */
export function lacking(): ServiceView['lacking'] {
  const can = runtime().capabilities();
  const connection = runtime().connection();
  const missing = (Object.keys(operations) as OperationName[]).filter((name) => !can.has(name));
  return Object.fromEntries(missing.map((name) => [name, connection?.why(name) ?? cannot(name)]));
}

/** What the browser is to know of the service. */
export async function serviceView(): Promise<ServiceView> {
  const connection = runtime().connection();
  return { lacking: lacking(), connection: connection ? await connection.status() : null };
}

/**
 * For what a page reads before it is sent: a slow service must not hold up the page, which asks again in the browser
 * for what is missing. Self-hosted there is nothing to wait for.
 */
export function pagePatience(): AbortSignal | undefined {
  return runtime().connection() ? AbortSignal.timeout(PAGE_PATIENCE) : undefined;
}
