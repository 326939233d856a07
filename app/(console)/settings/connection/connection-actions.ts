'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import { refusal } from '@/app/guard';
import { serviceView } from '@/app/service-view';
import { inWords } from '@/lib/client/persistence';
import { runtime } from '@/lib/runtime';
import type { ServiceView } from '../../service-queries';

/** Finds out whether the service is there and what it can do, and says how the connection to it is by now. */
export const checkConnection = action('contacts:read', z.undefined(), async () => {
  await runtime().connection()?.check();
  return viewed();
});

/** Begins to read the contacts of the service anew, or goes on where that was interrupted. */
export const refreshCopy = action('contacts:write', z.undefined(), async () => {
  const retryAt = await runtime().connection()?.refresh();
  if (!retryAt) return viewed();
  const wait = inWords(Math.ceil((retryAt.getTime() - Date.now()) / 1_000));
  return refusal('RATE_LIMITED', `The contacts service wants to be asked for its list again ${wait}.`);
});

async function viewed(): Promise<{ ok: true; data: ServiceView }> {
  return { ok: true, data: await serviceView() };
}
