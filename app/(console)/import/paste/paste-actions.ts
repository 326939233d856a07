'use server';

import type { CountryCode } from 'libphonenumber-js/max';
import * as z from 'zod';
import { action } from '@/app/server/action';
import { BATCH_LIMIT } from '@/lib/contract/contact-batch';
import { foundAddresses } from '@/lib/import/found-addresses';
import { splitFullName } from '@/lib/import/split-full-name';
import { runtime } from '@/lib/runtime';
import { type FoundContact, lookUp, toFoundContact } from './look-up';
import { LONGEST_PASTE } from './paste-limits';

/** Finds contacts whose email or phone is in a text. `complete`: whether the whole text was read. */
export const lookUpPasted = action('contacts:read', z.string().max(LONGEST_PASTE), async (text, { call }) => {
  const country = (runtime().phoneCountry?.code ?? null) as CountryCode | null;
  const { found, unread, complete } = await foundAddresses(text, country);
  const result = await lookUp(call, found);
  if (!result.ok) return result;
  const { data } = result;
  return { ok: true as const, data: { ...data, unread: [...unread, ...data.unread], complete } };
});

const addresses = z
  .array(
    z.strictObject({
      email: z.string().optional(),
      phone: z.string().optional(),
      otherPhone: z.string().optional(),
      written: z.string(),
      name: z.string().optional(),
    }),
  )
  .min(1)
  .max(BATCH_LIMIT);

/** Creates a contact for each email or phone without one. Leaves existing contacts unchanged. */
export const createPasted = action('contacts:write', addresses, async (wanted, { call }) => {
  const before = await lookUp(call, wanted);
  if (!before.ok) return before;
  const { found, ambiguous, missing } = before.data;
  const created: FoundContact[] = [];
  const failed: { written: string; message: string }[] = [];
  if (missing.length > 0) {
    const contacts = missing.map(({ email, phone, name = '' }) => ({ email, phone, ...splitFullName(name) }));
    const result = await call('upsertContacts', { body: { contacts } });
    if (!result.ok) return result;
    for (const [index, address] of missing.entries()) {
      const { contact, errors = [] } = result.data.results[index] ?? {};
      const { email, phone, written } = address;
      if (contact) created.push(toFoundContact(contact, email ?? phone, written));
      else failed.push({ written, message: errors[0]?.message ?? 'Not created.' });
    }
  }
  return { ok: true as const, data: { found, ambiguous, created, failed } };
});
