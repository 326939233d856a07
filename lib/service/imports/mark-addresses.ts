import { recordActivity } from '@/lib/contacts/activity';
import { localWriter } from '@/lib/contacts/bulk-writer';
import { addressFields } from '@/lib/contacts/contact-row';
import { decideAll } from '@/lib/contacts/decide';
import { setMarks, toMarkRecord } from '@/lib/contacts/do-not-contact';
import { readContacts } from '@/lib/contacts/read';
import type { RequestContext } from '@/lib/database/statement';
import type { RowRequest } from './decide-rows';

/**
 * Marks the addresses of rows that change nothing else, and the contacts that they lead to: who said no has said so whatever
 * the import does with the row.
 */
export async function markAddresses(
  context: RequestContext,
  rows: { fields: RowRequest['fields']; contactId: string | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  const requests = rows.map((row) => ({ id: null, ...row }));
  const { stored, clock } = await readContacts(context, requests);
  const mark = { reason: 'imported' as const, by: context.actor };
  const known = requests.flatMap(({ contactId, fields: { email, phone } }) => [
    stored.find(contactId ?? ''),
    stored.owner('email', email),
    stored.owner('phone', phone),
  ]);
  const ids = new Set(known.flatMap((contact) => contact?.id ?? []));
  await localWriter.apply({
    context,
    requests: [...ids].map((id) => ({ id, fields: {}, mark })),
    decide: decideAll,
    settle: async () => {},
  });
  // After the contacts, whose changes are told only if they were not marked before.
  const addresses = requests.flatMap(({ fields }) =>
    addressFields.flatMap((path) => {
      const value = fields[path];
      return value ? [{ path, value }] : [];
    }),
  );
  await setMarks(
    context,
    addresses.map(({ value }) => toMarkRecord(value, { ...mark, since: clock.now })),
  );
  const isNew = ({ path, value }: (typeof addresses)[number]) =>
    !stored.owner(path, value) && !stored.marksOf({ email: value, phone: null }, null)[0];
  if (addresses.some(isNew))
    await recordActivity(context, {
      action: 'organization.updated',
      subjectId: context.organizationId,
      before: {},
      after: { doNotContact: mark.reason },
    });
}
