import { recordActivity } from '@/lib/contacts/activity';
import { type ContactRow, toSnapshot } from '@/lib/contacts/contact-row';
import { changedAt, type StoredContacts } from '@/lib/contacts/decide';
import { markOf, removeMarks, setMarks, spreadMark, toMarkRecords } from '@/lib/contacts/do-not-contact';
import { readContacts } from '@/lib/contacts/read';
import { lockContacts } from '@/lib/contacts/trash';
import { parseTime, type RequestContext, retryOnConflict, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import type { Handler } from '../shared/reply';

type Address = Pick<ContactRow, 'email' | 'phone'>;

const toAddress = (body: Partial<Address>): Address => ({
  email: body.email ?? null,
  phone: body.phone ?? null,
});
const ownerOf = (stored: StoredContacts, { email, phone }: Address) =>
  stored.owner('email', email) ?? stored.owner('phone', phone);
const read = (context: RequestContext, fields: Address) => readContacts(context, [{ id: null, fields }]);

/**
 * Marks an address and the contact that has it, with all its addresses. The mark is found by the address, so a contact that is
 * created meanwhile has it, too.
 */
export const markDoNotContact: Handler<'markDoNotContact'> = async ({ context, service, body }) => {
  const address = toAddress(body);
  const mark = { reason: body.reason, by: context.actor };
  const { stored, clock } = await read(context, address);
  const owner = ownerOf(stored, address);
  const after = owner && (await service.write(context, { id: owner.id, fields: {}, mark })).after;
  // Nobody has the address, or only as a former one.
  const [known] = stored.marksOf(address, null).filter((one) => one !== undefined);
  const before = { ...address, marks: known && spreadMark(address, [known]) };
  const marks = spreadMark(address, [known, { ...mark, since: clock.now }]);
  const records = toMarkRecords(before, { ...address, marks });
  if (records.length > 0)
    await transaction(context, async (client) => {
      await setMarks({ ...context, client }, records);
      if (!after)
        await recordActivity(
          { ...context, client },
          {
            action: 'organization.updated',
            subjectId: context.organizationId,
            before: known ? { doNotContact: known.reason } : {},
            after: { doNotContact: body.reason },
          },
        );
    });
  const doNotContact = markOf({ ...address, marks });
  if (!doNotContact) throw new Error('An address was marked, and has no mark.');
  return {
    data: {
      contactId: after?.id ?? null,
      doNotContact: { ...doNotContact, since: parseTime(doNotContact.since) },
    },
  };
};

const touchContact = scoped(
  'touch_unmarked_contact',
  'update contacts set updated_at = $3, version = $4 where organization_id = $1 and id = $2',
);

/** Removes the mark of an address and of all addresses of the contact that has it, and records why. */
export const unmarkDoNotContact: Handler<'unmarkDoNotContact'> = async ({ context, body }) => {
  const address = toAddress(body);
  const data = await retryOnConflict(() =>
    transaction(context, async (client) => {
      const within = { ...context, client };
      const found = ownerOf((await read(within, address)).stored, address);
      if (found) await lockContacts(within, [found.id]);
      const { stored, clock } = await read(within, address);
      const owner = ownerOf(stored, address);
      const addresses = [address, owner].flatMap((one) => [one?.email ?? [], one?.phone ?? []].flat());
      const [reason] = await removeMarks(within, addresses);
      if (!reason) return { contactId: owner?.id ?? null, removed: false };
      const after = owner && { ...owner, ...changedAt(owner, clock.now), marks: null };
      if (after) await touchContact(within, after.id, after.updated_at, after.version);
      await recordActivity(within, {
        action: after ? 'contact.updated' : 'organization.updated',
        subjectId: after?.id ?? context.organizationId,
        before: { doNotContact: (owner && markOf(owner)?.reason) ?? reason },
        after: { removalReason: body.reason },
        resource: after && toSnapshot(after),
      });
      return { contactId: owner?.id ?? null, removed: true };
    }),
  );
  return { data };
};
