import type { Refused } from '@/components/form/use-contract-form';
import type { Contact } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { ErrorDetail } from '@/lib/contract/error';

/** A contact and the version it is, to base a change on. */
export interface VersionedContact {
  contact: Contact;
  /** `null` from a remote service that gives none. */
  etag: string | null;
  /** Whoever works here has just undone a change: a form takes that over also while something else is typed into it. */
  undone?: true;
}

/** The contacts that an email and a phone already belong to. */
export interface Owners {
  email: Contact | null;
  phone: Contact | null;
}

/** What saving the form led to. Anything else is an error of the action. */
export type SaveOutcome = Saved | NotSaved;

/**
 * `saved`: the request was repeated, so whether the first one created or updated is not known. `already`: it was like this
 * already, by a save whose answer was lost or by somebody else.
 */
export type Saved = { kind: 'created' | 'updated' | 'saved' | 'unchanged' | 'already' } & VersionedContact;

export type NotSaved =
  /** Nothing was saved: saving would no longer do what was said. */
  | { kind: 'overtaken'; verdict: ContactPreview }
  /** Nothing was saved: email or phone belong to other contacts. */
  | { kind: 'conflict'; details: ErrorDetail[]; owners: Owners }
  /** Nothing was saved: somebody else saved first. */
  | { kind: 'stale'; latest: VersionedContact }
  /** Nothing was saved: the contact has been deleted. */
  | { kind: 'gone' };

/** Why nothing was saved: by its own rules, or an error of the action. */
export type Refusal = NotSaved | { kind: 'error'; error: Refused };
