import type { ErrorDetail } from './error';

/** The fields that identify a contact. */
export type Identifier = 'email' | 'phone';

const words: Record<Identifier, string> = { email: 'email', phone: 'phone number' };
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/** The message of a 409 at `email` or `phone`. */
export function conflictMessage(field: Identifier, contactId: string): string {
  return `This ${words[field]} belongs to contact ${contactId}.`;
}

/** Id of the contact that a conflict at `email` or `phone` names; `null` for any other (a duplicate segment title, say). */
export function conflictingContact(detail: ErrorDetail): string | null {
  if (detail.path !== 'email' && detail.path !== 'phone') return null;
  return UUID.exec(detail.message)?.[0].toLowerCase() ?? null;
}
