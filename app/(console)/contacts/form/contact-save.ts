import type { VersionedContact } from '@/components/contacts/contact-queries';
import type { ApiError } from '@/lib/call';
import type { Contact } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';

/** The contacts that an email and a phone already belong to. */
export interface Owners {
  email: Contact | null;
  phone: Contact | null;
}

/** `saved`: retried, so created or updated is unknown. `already`: nothing left to change. */
export type Saved = { kind: 'created' | 'updated' | 'saved' | 'unchanged' | 'already' } & VersionedContact;

/** Why nothing was saved. */
export type NotSaved =
  | { kind: 'overtaken'; now: ContactPreview }
  /** The numbering plan does not know the phone; it is saved if the person says so. */
  | { kind: 'unusual'; phone: string }
  /** Email or phone belong to other contacts. */
  | { kind: 'conflict'; owners: Owners }
  /** Someone else saved first; `by` is their name, if known. */
  | { kind: 'stale'; latest: VersionedContact; by: string | null }
  | { kind: 'gone' }
  | { kind: 'error'; error: ApiError };

export type SaveResult = Saved | NotSaved;
