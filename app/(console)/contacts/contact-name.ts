import type { Contact } from '@/lib/contract/contact';

/** What a contact is called wherever people read it: its name, else its email, else its phone. */
export function contactName({ email, phone, contact }: Pick<Contact, 'email' | 'phone' | 'contact'>): string {
  const name = [contact.firstname, contact.lastname].filter(Boolean).join(' ');
  return name || email || phone || 'Contact without a name';
}
