import type { Contact } from '@/lib/contract/contact';
import type { ErrorDetail } from '@/lib/contract/error';
import type { ContactVerdict } from '@/lib/contract/verdict';

/** A contact and the version it is, to base a change on. */
export interface VersionedContact {
  contact: Contact;
  /** `null` from a remote service that gives none. */
  etag: string | null;
}

/** The contacts that an email and a phone already belong to. */
export interface Owners {
  email: Contact | null;
  phone: Contact | null;
}

/** What saving the form led to. Anything else is an error of the action. */
export type SaveOutcome =
  | ({ kind: 'created' | 'updated' | 'unchanged' } & VersionedContact)
  /** Nothing was saved: saving would no longer do what was said. */
  | { kind: 'overtaken'; verdict: ContactVerdict }
  /** Nothing was saved: email or phone belong to other contacts. */
  | { kind: 'conflict'; details: ErrorDetail[]; owners: Owners }
  /** Nothing was saved: somebody else saved first. */
  | { kind: 'stale'; latest: VersionedContact }
  /** Nothing was saved: the contact has been deleted. */
  | { kind: 'gone' };
