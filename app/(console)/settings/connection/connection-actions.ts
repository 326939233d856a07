'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import { serviceView } from '@/app/service-view';
import { runtime } from '@/lib/runtime';
import type { ServiceView } from '../../service-queries';

/** Finds out whether the service is there and what it can do, and says how the connection to it is by now. */
export const checkConnection = action('contacts:read', z.undefined(), async () => {
  await runtime().connection()?.check();
  return viewed();
});

/** Begins to read the contacts of the service anew, or goes on where that was interrupted. */
export const refreshCopy = action('contacts:write', z.undefined(), async () => {
  await runtime().connection()?.refresh();
  return viewed();
});

async function viewed(): Promise<{ ok: true; data: ServiceView }> {
  return { ok: true, data: await serviceView() };
}
