import { createHash } from 'node:crypto';
import type { Contact } from '@/lib/contract/contact';

/** A contact in the form that the database function `mirror_contacts` takes. */
export interface MirroredContact {
  id: string;
  email: string | null;
  phone: string | null;
  firstname: string | null;
  lastname: string | null;
  jobtitle: string | null;
  company: string | null;
  created_at: string;
  updated_at: string;
  /** Oldest first, times in milliseconds. */
  segments: [segmentId: string, assignedAt: number][];
}

/**
 * Contacts of another service as the copy can hold them. Pages shift while they are read: a contact may come twice, and
 * its email or phone with two ids; the latest is the truth.
 */
export function mirroredContacts(contacts: Contact[]): MirroredContact[] {
  const taken = new Set<string>();
  return (
    contacts
      .map(mirroredContact)
      // Without either there is no row.
      .filter(({ email, phone }) => email !== null || phone !== null)
      .sort((one, other) =>
        one.updated_at < other.updated_at ? 1 : one.updated_at > other.updated_at ? -1 : 0,
      )
      .filter(({ id, email, phone }) => {
        const names = [id, email, phone].filter((name) => name !== null);
        if (names.some((name) => taken.has(name))) return false;
        for (const name of names) taken.add(name);
        return true;
      })
  );
}

/**
 * A contact of another service as the copy can hold it. Its texts may be longer than ours: names are cut, an email or
 * phone that does not fit is left out.
 */
function mirroredContact(contact: Contact): MirroredContact {
  const email = fitting(contact.email, 254);
  const phone = fitting(contact.phone && contact.phone.replace(/[\s().-]/g, ''), 16);
  const { firstname, lastname, jobtitle, company } = contact.contact;
  const segments = new Map(contact.segments.map((one) => [one.segmentId, Date.parse(one.assignedAt)]));
  return {
    id: contact.id,
    email,
    phone,
    firstname: cut(firstname),
    lastname: cut(lastname),
    jobtitle: cut(jobtitle),
    company: cut(company),
    created_at: contact.createdAt,
    updated_at: contact.updatedAt,
    segments: [...segments].sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1)),
  };
}

/** What the database can hold: no control characters, no half of a surrogate pair. */
export const clean = (text: string) =>
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

const MADE_HERE = '"seen-';

/**
 * An `ETag` for a contact of a service that has none: it changes with anything that a person can see of it, and is the
 * same whether the contact comes from the service or from the copy.
 */
export function versionOf(contact: Contact): string {
  const { email, phone, firstname, lastname, jobtitle, company, segments } = mirroredContact(contact);
  const assigned = segments.map(([segmentId]) => segmentId).sort();
  const seen = JSON.stringify([email, phone, firstname, lastname, jobtitle, company, assigned]);
  return `${MADE_HERE}${createHash('sha256').update(seen).digest('base64url').slice(0, 22)}"`;
}

/** Whether an `ETag` is one that was made here, which means nothing to the service. */
export const isMadeHere = (etag: string | null | undefined): etag is string =>
  etag?.startsWith(MADE_HERE) ?? false;
