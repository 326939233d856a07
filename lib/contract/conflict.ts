import type { ErrorDetail } from './error';

/** The fields that identify a contact. */
export type Identifier = 'email' | 'phone';
/** These, and the path of a field of type `id`. */
export type ConflictPath = Identifier | `fields.${string}`;

const words: Record<Identifier, string> = { email: 'email', phone: 'phone number' };
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/** The message of a 409 at `email`, `phone` or a field of type `id`. */
export function conflictMessage(path: ConflictPath, contactId: string): string {
  return `This ${words[path as Identifier] ?? 'id'} belongs to contact ${contactId}.`;
}

/** Id of the contact that a conflict at one of these paths names; `null` for any other (a duplicate segment title, say). */
export function conflictingContact(detail: ErrorDetail): string | null {
  if (!/^(email|phone|fields\..+)$/.test(detail.path)) return null;
  return UUID.exec(detail.message)?.[0].toLowerCase() ?? null;
}
