import type { Capabilities } from '@/lib/contract/connection';
import { runtime } from '@/lib/runtime';
import type { ServiceView } from '../(console)/service-provider';

/** Milliseconds that a page waits for a connected service. */
const PAGE_TIMEOUT = 600;

export const capabilities = (): Capabilities => runtime().capabilities();

/** What the browser needs to know about the service. */
export async function serviceView(): Promise<ServiceView> {
  return { can: capabilities(), connection: (await runtime().connection()?.status()) ?? null };
}

/** Limits the wait for a page's initial reads from a slow service; the browser retries what is missing. */
export function pageTimeout(): AbortSignal | undefined {
  return runtime().connection() ? AbortSignal.timeout(PAGE_TIMEOUT) : undefined;
}
