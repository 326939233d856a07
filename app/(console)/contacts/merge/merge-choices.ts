import { type FieldsByName, fieldValueWords, NO_FIELDS } from '@/components/contacts/field-words';
import { contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import type { Contact } from '@/lib/contract/contact';
import { type ContactField, contactFields, fromNames } from '@/lib/contract/contact-fields';
import type { FieldValue } from '@/lib/contract/field';

/** A field of contacts, or an own field such as `fields.plan`. */
export type MergeField = ContactField | `fields.${string}`;

const isOwn = (field: MergeField): field is `fields.${string}` => field.startsWith('fields.');

/** Id of the contact whose value a field gets. Other fields get the default of `findChosen`. */
export type Choices = Partial<Record<MergeField, string>>;

function fieldValue(contact: Contact, field: MergeField): FieldValue | null {
  if (isOwn(field)) return contact.fields?.[field.slice('fields.'.length)] ?? null;
  return (field === 'email' || field === 'phone' ? contact[field] : contact.contact[field]) ?? null;
}

/** The value of a field in words; blank if it is empty. */
export function valueWords(contact: Contact, field: MergeField, fields: FieldsByName): string {
  const value = fieldValue(contact, field);
  const own = fields.get(field);
  if (value === null) return '';
  if (own) return fieldValueWords(own, value);
  return field === 'phone' ? formatPhone(String(value)) : String(value);
}

/** All fields that any of the contacts may have, own ones in the order of `fields`. */
const fieldsOf = (contacts: readonly Contact[], fields: FieldsByName = NO_FIELDS): MergeField[] => [
  ...contactFields,
  ...(new Set([
    ...fields.keys(),
    ...contacts.flatMap((one) => Object.keys(one.fields ?? {}).map((key) => `fields.${key}`)),
  ]) as Set<MergeField>),
];

/** Fields with different values. */
export const differingFields = (contacts: readonly Contact[], fields?: FieldsByName): MergeField[] =>
  fieldsOf(contacts, fields).filter(
    (field) => new Set(contacts.map((one) => JSON.stringify(fieldValue(one, field)))).size > 1,
  );

/** Fields with a value in any of the contacts, but for the name. */
export const filledFields = (contacts: readonly Contact[], fields?: FieldsByName): MergeField[] =>
  fieldsOf(contacts, fields).filter(
    (field) => !isOfName(field) && contacts.some((one) => fieldValue(one, field) !== null),
  );

export const isOfName = (field: MergeField): boolean => field === 'firstname' || field === 'lastname';

/** The contact whose value a field gets, of those with a value: the chosen one, else the one that was changed last. */
export function findChosen(
  contacts: readonly Contact[],
  field: MergeField,
  choices: Choices,
): Contact | undefined {
  const filled = contacts.filter((one) => fieldValue(one, field) !== null);
  const [last] = filled.toSorted((one, other) => (other.updatedAt > one.updatedAt ? 1 : -1));
  return filled.find(({ id }) => id === choices[field]) ?? last;
}

/** Fields that the merged contact takes from `from`. */
export const takenFields = (contacts: readonly Contact[], from: Contact, choices: Choices): MergeField[] =>
  differingFields(contacts).filter((field) => findChosen(contacts, field, choices) === from);

/** Contacts merged into the first one: the chosen value of each field, all segments, and a mark that any of them has. */
export function toMerged(contacts: readonly [Contact, ...Contact[]], choices: Choices): Contact {
  const valueOf = (field: MergeField) => {
    const chosen = findChosen(contacts, field, choices);
    return chosen ? fieldValue(chosen, field) : null;
  };
  const values = fromNames(contactFields, (field) => valueOf(field) as string | null);
  const own = fieldsOf(contacts).flatMap((field): [string, FieldValue][] => {
    const value = isOwn(field) ? valueOf(field) : null;
    return value === null ? [] : [[field.slice('fields.'.length), value]];
  });
  const { email, phone, ...rest } = values;
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  const segments = contacts.flatMap((one) => one.segments);
  const doNotContact = contacts.find((one) => one.doNotContact)?.doNotContact;
  return {
    ...contacts[0],
    email,
    phone,
    contact: filled,
    ...(doNotContact && { doNotContact }),
    ...(own.length > 0 && { fields: Object.fromEntries(own) }),
    segments: [...new Map(segments.map((one) => [one.segmentId, one])).values()],
  };
}

/** Emails and phones that `merged` does not keep, which will lead to it as former addresses. */
export function formerAddresses(contacts: readonly Contact[], merged: Contact): string[] {
  const all = contacts.flatMap(({ email, phone }) => [email, phone]);
  return [...new Set(all)].filter(
    (one) => one !== null && one !== merged.email && one !== merged.phone,
  ) as string[];
}

/** The same of ids of other systems: "CRM id 0042". */
export const formerIds = (contacts: readonly Contact[], merged: Contact, fields: FieldsByName): string[] =>
  [...fields.values()]
    .filter(({ type }) => type === 'id')
    .flatMap(({ key, label }) => {
      const all = new Set(contacts.flatMap((one) => one.fields?.[key] ?? []));
      return [...all].filter((one) => one !== merged.fields?.[key]).map((one) => `${label} ${one}`);
    });

/** `findDifferentNames` of the contacts that have a name. */
export const findDifferentContactNames = (contacts: readonly Contact[]): string[] =>
  findDifferentNames(
    contacts.filter(({ contact }) => contact.firstname || contact.lastname).map(contactName),
  );

/** The first name and those that have no word in common with it; [] if they may all be of one person. */
export function findDifferentNames([first = '', ...others]: readonly string[]): string[] {
  const words = toWords(first);
  const different = others.filter((name) => !toWords(name).some((word) => words.includes(word)));
  return different.length > 0 ? [first, ...new Set(different)] : [];
}

const toWords = (name: string): string[] => name.toLowerCase().split(/[^\p{L}\p{M}]+/u);
