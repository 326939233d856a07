import { type ContactField, contactFields } from '@/lib/contract/contact-fields';

/**
 * Converts search words to a query for the new-contact form: an email, a phone, or a name, whose first word is the first
 * name.
 */
export function typedContact(words: string): URLSearchParams {
  if (words.includes('@')) return new URLSearchParams({ email: words });
  if (/^\+?[\d\s().-]+$/.test(words)) return new URLSearchParams({ phone: words });
  const [firstname = '', ...rest] = words.split(/\s+/);
  return new URLSearchParams({ firstname, ...(rest.length > 0 && { lastname: rest.join(' ') }) });
}

/** Parses the query made by `typedContact`: the contact's fields that it has, each cut to 254 characters. */
export function parseTypedContact(
  query: Pick<URLSearchParams, 'get'>,
): Partial<Record<ContactField, string>> {
  return Object.fromEntries(
    contactFields.flatMap((field) => {
      const text = query.get(field);
      return text ? [[field, text.slice(0, 254)]] : [];
    }),
  );
}
