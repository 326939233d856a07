import type { ContactRow } from '@/lib/contacts/contact-row';
import type { Contact } from '@/lib/contract/contact';
import { normalizeEmail } from '@/lib/contract/email';

/** Normalizes a contact for the replica. Names that are too long are cut; such emails and phones are left out. */
export function replicaContact(contact: Contact): ContactRow {
  const email = fitting(contact.email, 254);
  const { firstname, lastname, jobtitle, company } = contact.contact;
  const segments = new Map(contact.segments.map(({ segmentId, assignedAt }) => [segmentId, assignedAt]));
  return {
    id: contact.id,
    email: email && (normalizeEmail(email) ?? email),
    phone: fitting(contact.phone && contact.phone.replace(/[\s().-]/g, ''), 16),
    firstname: cut(firstname),
    lastname: cut(lastname),
    jobtitle: cut(jobtitle),
    company: cut(company),
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

function fitting(text: string | null, most: number): string | null {
  const cleaned = text && clean(text);
  return cleaned && [...cleaned].length <= most ? cleaned : null;
}

function cut(text: string | undefined): string | null {
  return (text && [...clean(text)].slice(0, 200).join('')) || null;
}
