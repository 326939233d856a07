import type { Capabilities } from '@/lib/contract/connection';
import { runtime } from '@/lib/runtime';
import type { ServiceView } from './(console)/service-queries';

/** Milliseconds that a page waits for a connected service. */
const PAGE_PATIENCE = 600;

/** What the console can offer. */
export const capabilities = (): Capabilities => runtime().capabilities();

/** What the browser is to know of the service. */
export async function serviceView(): Promise<ServiceView> {
  return { can: capabilities(), connection: (await runtime().connection()?.status()) ?? null };
}

/**
 * For what a page reads before it is sent: a slow service must not hold up the page, which asks again in the browser
 * for what is missing. In this process there is nothing to wait for.
 */
export function pagePatience(): AbortSignal | undefined {
  return runtime().connection() ? AbortSignal.timeout(PAGE_PATIENCE) : undefined;
}
