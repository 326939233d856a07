import type { Contact } from '@/lib/contract/contact';
import { type ContactField, contactFields } from '@/lib/contract/contact';

/** Two contacts; the first one stays. */
export type Pair = readonly [stays: Contact, goes: Contact];

/** Whose value each field gets, by id; fields that are not listed get the default. */
export type Choices = Partial<Record<ContactField, string>>;

export const fieldValue = (contact: Contact, field: ContactField): string | null =>
  (field === 'email' || field === 'phone' ? contact[field] : contact.contact[field]) ?? null;

/** The fields to choose between. */
export const differingFields = ([one, other]: Pair): ContactField[] =>
  contactFields.filter((field) => fieldValue(one, field) !== fieldValue(other, field));

/** Whose value a field gets: the one chosen, else a value rather than none, else that of the contact changed last. */
export function findChosen(pair: Pair, field: ContactField, choices: Choices): Contact {
  const [one, other] = pair;
  const chosen = pair.find(({ id }) => id === choices[field]);
  if (chosen) return chosen;
  if (fieldValue(one, field) === null) return other;
  if (fieldValue(other, field) === null) return one;
  return other.updatedAt > one.updatedAt ? other : one;
}

/** The fields that the contact that stays takes from the other. */
export const takenFields = (pair: Pair, choices: Choices): ContactField[] =>
  differingFields(pair).filter((field) => findChosen(pair, field, choices) === pair[1]);

/** Emails and phones that are not kept, and lead to the contact from then on. */
export const formerAddresses = (pair: Pair, choices: Choices): string[] =>
  differingFields(pair).flatMap((field) => {
    if (field !== 'email' && field !== 'phone') return [];
    const kept = findChosen(pair, field, choices);
    return pair.flatMap((contact) => (contact === kept ? [] : (contact[field] ?? [])));
  });

/** Whether the contact would be left without email and phone. */
export const isBare = (pair: Pair, choices: Choices): boolean =>
  (['email', 'phone'] as const).every((field) => !fieldValue(findChosen(pair, field, choices), field));
