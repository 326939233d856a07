import type { ServiceView } from '@/components/hooks/console-operations';
import type { Capabilities } from '@/lib/contract/connection';
import { type OperationName, operations } from '@/lib/contract/operations';
import { runtime } from '@/lib/runtime';
import type { StaffMember } from '@/lib/staff/staff';
import { findCapabilities } from './permissions';

/** Milliseconds that the initial reads of a page may take in a connected service. */
const PAGE_TIMEOUT = 600;

export const capabilities = (): Capabilities => runtime().capabilities();

/** Describes the service to the browser of this person: what to offer, what it lacks, and the state of the connection. */
export async function describeService({ role }: StaffMember): Promise<ServiceView> {
  const has = capabilities();
  return {
    can: findCapabilities(role, has),
    lacks: (Object.keys(operations) as OperationName[]).filter((name) => !has[name]),
    connection: (await runtime().connection()?.status()) ?? null,
  };
}

/**
 * A signal that aborts the initial reads of a page if a connected service is slow; the browser repeats them. `undefined`
 * without one.
 */
export function pageTimeout(): AbortSignal | undefined {
  return runtime().connection() ? AbortSignal.timeout(PAGE_TIMEOUT) : undefined;
}
