'use server';

import * as z from 'zod';
import { action } from '@/app/server/action';
import { refusal } from '@/app/server/guard';
import { describeService } from '@/app/server/service-view';
import { inWords } from '@/lib/contract/retry-after';
import { runtime } from '@/lib/runtime';

/** Checks whether the connected service responds and what it supports; returns what to offer now. */
export const checkConnection = action('contacts:read', z.undefined(), async (_, { staff }) => {
  await runtime().connection()?.check();
  return { ok: true as const, data: await describeService(staff) };
});

/** Starts to synchronize the replica. Refuses while the service asks for a pause. */
export const synchronize = action('contacts:write', z.undefined(), async (_, { staff }) => {
  const retryAt = await runtime().connection()?.synchronize();
  if (!retryAt) return { ok: true as const, data: await describeService(staff) };
  const wait = inWords(Math.ceil((retryAt.getTime() - Date.now()) / 1_000));
  return refusal('RATE_LIMITED', `The contacts service asked for a pause. Try again ${wait}.`);
});
