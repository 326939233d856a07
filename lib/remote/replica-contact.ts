import type { ContactRow } from '@/lib/contacts/contact-row';
import type { Contact } from '@/lib/contract/contact';
import { contactFieldInfo, detailFields, fromNames } from '@/lib/contract/contact-fields';
import { normalizeEmail } from '@/lib/contract/email';

/**
 * Converts a contact for the replica, with version 0. Cuts names and other details that are too long, and leaves out emails
 * and phones that are.
 */
export function toReplicaContact(contact: Contact): ContactRow {
  const email = fitOrNull(contact.email, contactFieldInfo.email.length);
  const segments = new Map(contact.segments.map(({ segmentId, assignedAt }) => [segmentId, assignedAt]));
  return {
    id: contact.id,
    email: email && (normalizeEmail(email) ?? email),
    phone: fitOrNull(contact.phone && contact.phone.replace(/[\s().-]/g, ''), contactFieldInfo.phone.length),
    ...fromNames(detailFields, (name) => cut(contact.contact[name], contactFieldInfo[name].length)),
    created_at: contact.createdAt,
    updated_at: contact.updatedAt,
    version: 0,
    segments: [...segments].sort(([a, x], [b, y]) => (x + a < y + b ? -1 : 1)),
  };
}

/** Replaces what the database cannot store: control characters and unpaired surrogates. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim();

/** The text without what cannot be stored; `null` if it is longer than `most` characters. */
function fitOrNull(text: string | null, most: number): string | null {
  const cleaned = text && clean(text);
  return cleaned && [...cleaned].length <= most ? cleaned : null;
}

function cut(text: string | undefined, most: number): string | null {
  return (text && [...clean(text)].slice(0, most).join('')) || null;
}
