import { createHash } from 'node:crypto';
import type { MirrorStatus } from '@/lib/contract/connection';
import type { Contact } from '@/lib/contract/contact';
import { normalizeEmail } from '@/lib/contract/email';

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

/** What is in the service's list and is not in the copy as it is there: no contact, or one that the copy cannot hold. */
export type Unreadable = MirrorStatus['unreadable']['first'][number];

interface Parted {
  held: MirroredContact[];
  leftOut: Unreadable[];
}

/**
 * Contacts of another service as the copy can hold them, and those that it cannot. Pages shift while they are read: a
 * contact may come twice, and its email or phone with two ids; the latest is the truth.
 */
export function mirroredContacts(contacts: Contact[]): Parted {
  // To bring them into order takes longer than to find that there are no two of anything, as on most pages.
  return parted(contacts, 'as they come') ?? parted([...contacts].sort(latestFirst), 'latest first');
}

function parted(contacts: Contact[], order: 'latest first'): Parted;
function parted(contacts: Contact[], order: 'as they come'): Parted | null;
function parted(contacts: Contact[], order: 'as they come' | 'latest first'): Parted | null {
  const held: MirroredContact[] = [];
  const leftOut: Unreadable[] = [];
  const ids = new Set<string>();
  const owners = new Map<string, string>();
  for (const contact of contacts) {
    const { id } = contact;
    if (ids.has(id) && order === 'as they come') return null;
    if (ids.has(id)) continue;
    ids.add(id);
    const one = mirroredContact(contact);
    const { email, phone } = one;
    const byEmail = email === null ? undefined : owners.get(email);
    const byPhone = phone === null ? undefined : owners.get(phone);
    if ((byEmail || byPhone) && order === 'as they come') return null;
    if (email === null && phone === null) leftOut.push({ place: id, problem: missingIn(contact) });
    else if (byEmail) leftOut.push(twin(id, 'email', byEmail));
    else if (byPhone) leftOut.push(twin(id, 'phone', byPhone));
    else {
      held.push(one);
      if (email !== null) owners.set(email, id);
      if (phone !== null) owners.set(phone, id);
    }
  }
  return { held, leftOut };
}

/** The same order as that of `mirror_contacts`. */
const latestFirst = (one: Contact, other: Contact) =>
  one.updatedAt === other.updatedAt ? (one.id < other.id ? 1 : -1) : one.updatedAt < other.updatedAt ? 1 : -1;

/** A contact whose email or phone another one has as well. */
export const twin = (id: string, field: 'email' | 'phone', owner: string): Unreadable => ({
  place: id,
  problem: `Its ${field} is also that of ${owner}.`,
});

/** Why there is neither an email nor a phone to hold. */
function missingIn({ email, phone }: Contact): string {
  const [field, value] = email && clean(email) ? ['email', email] : ['phone', phone && clean(phone)];
  if (!value) return 'It has neither an email nor a phone.';
  return `Its ${field} is too long: ${JSON.stringify(value).slice(0, 60)}.`;
}

/**
 * A contact of another service as the copy can hold it. Its texts may be longer than ours: names are cut, an email or
 * phone that does not fit is left out. Both are in the form in which they are looked for.
 */
export function mirroredContact(contact: Contact): MirroredContact {
  const email = storedEmail(contact.email);
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

const MOST_OF_EMAIL = 254;
/** As most are: nothing is to be done about these, and there are many. */
const STORED_EMAIL = /^[a-z0-9._%+-]+@[a-z0-9.-]+$/;

function storedEmail(email: string | null): string | null {
  if (email && email.length <= MOST_OF_EMAIL && STORED_EMAIL.test(email)) return email;
  const fits = fitting(email, MOST_OF_EMAIL);
  return fits && (normalizeEmail(fits) ?? fits);
}

/** What the database can hold: no control characters, no half of a surrogate pair. */
const clean = (text: string) =>
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
