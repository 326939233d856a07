import type { VersionedContact } from '@/components/contacts/contact-queries';
import type { ApiError } from '@/lib/call';
import type { ConflictPath } from '@/lib/contract/conflict';
import type { Contact } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';

/** The contacts that an email, a phone and ids already belong to. */
export type Owners = Partial<Record<ConflictPath, Contact>>;

/** `saved`: created or updated, unknown after a retry. `already`: an earlier attempt had saved the changes. */
export type Saved = { kind: 'created' | 'updated' | 'saved' | 'unchanged' | 'already' } & VersionedContact;

/** Result of a save that changed nothing. */
export type NotSaved =
  | { kind: 'overtaken'; now: ContactPreview }
  /** The numbering plan does not know the phone; saving needs a confirmation. */
  | { kind: 'unusual'; phone: string }
  /** The email, phone or an id belongs to other contacts. */
  | { kind: 'conflict'; owners: Owners }
  /** Someone else saved first; `by` is their name, if known. */
  | { kind: 'stale'; latest: VersionedContact; by: string | null }
  | { kind: 'gone' }
  | { kind: 'error'; error: ApiError };

export type SaveResult = Saved | NotSaved;
