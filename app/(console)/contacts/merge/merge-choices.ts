import type { Contact } from '@/lib/contract/contact';
import { type ContactField, contactFields } from '@/lib/contract/contact-fields';

/** Two contacts to merge; the first one stays. */
export type Pair = readonly [stays: Contact, goes: Contact];

/** Id of the contact whose value a field gets. Other fields get the default of `findChosen`. */
export type Choices = Partial<Record<ContactField, string>>;

export const fieldValue = (contact: Contact, field: ContactField): string | null =>
  (field === 'email' || field === 'phone' ? contact[field] : contact.contact[field]) ?? null;

/** Fields with different values. */
export const differingFields = ([one, other]: Pair): ContactField[] =>
  contactFields.filter((field) => fieldValue(one, field) !== fieldValue(other, field));

/** The contact whose value a field gets: the chosen one, else the only one with a value, else the last changed. */
export function findChosen(pair: Pair, field: ContactField, choices: Choices): Contact {
  const [one, other] = pair;
  const chosen = pair.find(({ id }) => id === choices[field]);
  if (chosen) return chosen;
  if (fieldValue(one, field) === null) return other;
  if (fieldValue(other, field) === null) return one;
  return other.updatedAt > one.updatedAt ? other : one;
}

/** Fields that the staying contact takes from the other. */
export const takenFields = (pair: Pair, choices: Choices): ContactField[] =>
  differingFields(pair).filter((field) => findChosen(pair, field, choices) === pair[1]);

/** Emails and phones that the contact does not keep, which will lead to it as former addresses. */
export const formerAddresses = (pair: Pair, choices: Choices): string[] =>
  differingFields(pair).flatMap((field) => {
    if (field !== 'email' && field !== 'phone') return [];
    const kept = findChosen(pair, field, choices);
    return pair.flatMap((contact) => (contact === kept ? [] : (contact[field] ?? [])));
  });

/** Whether the contact would have neither email nor phone. */
export const isBare = (pair: Pair, choices: Choices): boolean =>
  (['email', 'phone'] as const).every((field) => !fieldValue(findChosen(pair, field, choices), field));
