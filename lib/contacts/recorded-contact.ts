import type { Contact } from '@/lib/contract/contact';
import { type DetailField, detailFields, fromNames } from '@/lib/contract/contact-fields';
import { type ContactRow, fromSnapshot, type Snapshot } from './contact-row';
import { fromRecordedValues, toFieldKey } from './field-values';

/** An entry of the activity about a contact. */
interface Recorded {
  action: string;
  at: string;
  subject_id: string;
  after: Record<string, unknown> | null;
  /** The snapshot of a changed contact. */
  resource: unknown;
}

/**
 * The contact after a recorded change, or before its deletion; `null` if the entry does not have it.
 */
export function toRecordedContact(entry: Recorded, organizationId: string): ContactRow | null {
  const { resource, subject_id: id } = entry;
  if (Array.isArray(resource)) return fromSnapshot(resource as Snapshot, id);
  const contact = (resource as Contact | null) ?? toCreatedContact(entry, organizationId);
  return contact && fromContact(contact);
}

/** Builds a new contact from its recorded values, so that imports need not store it twice. `null` for other actions. */
export function toCreatedContact(
  { action, subject_id: id, at, after }: Recorded,
  organizationId: string,
): Contact | null {
  if (action !== 'contact.created' || !after) return null;
  const {
    email = null,
    phone = null,
    segmentIds = [],
    referralCode: _,
    ...others
  } = after as Record<string, string> & { segmentIds?: string[] };
  const fields = fromRecordedValues(others);
  return {
    id,
    email,
    phone,
    contact: Object.fromEntries(Object.entries(others).filter(([name]) => toFieldKey(name) === null)),
    ...(fields && { fields }),
    segments: segmentIds.map((segmentId) => ({ segmentId, assignedAt: at })),
    organizationId,
    createdAt: at,
    updatedAt: at,
  };
}

/** The row of a contact as the API returns it. */
const fromContact = (of: Contact): ContactRow => ({
  ...fromNames(detailFields, (name: DetailField) => of.contact[name] ?? null),
  id: of.id,
  email: of.email,
  phone: of.phone,
  created_at: of.createdAt,
  updated_at: of.updatedAt,
  version: 0,
  segments: of.segments.map(({ segmentId, assignedAt }) => [segmentId, assignedAt]),
  custom: of.fields ?? null,
  ...(of.doNotContact && { marks: { [of.id]: of.doNotContact } }),
});
