import { contactFields, fromNames } from '@/lib/contract/contact-fields';
import { type ContactRow, fromSnapshot, type Snapshot } from './contact-row';
import { fromRecordedValues } from './field-values';

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
 * The contact after a recorded change, or before its deletion; `null` if the entry does not have it. A new contact is built from
 * its recorded values, so that imports need not store it twice.
 */
export function toRecordedContact({
  action,
  at,
  subject_id: id,
  after,
  resource,
}: Recorded): ContactRow | null {
  if (Array.isArray(resource)) return fromSnapshot(resource as Snapshot, id);
  if (action !== 'contact.created' || !after) return null;
  const { segmentIds = [] } = after as { segmentIds?: string[] };
  return {
    id,
    ...fromNames(contactFields, (name) => (after[name] as string | undefined) ?? null),
    created_at: at,
    updated_at: at,
    version: 0,
    segments: segmentIds.map((segmentId) => [segmentId, at]),
    custom: fromRecordedValues(after),
  };
}
