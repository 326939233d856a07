import type { Contact } from '@/lib/contract/contact';
import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';

/** What a contact is called wherever people read it: its name, else its email, else its phone. */
export function contactName({ email, phone, contact }: Pick<Contact, 'email' | 'phone' | 'contact'>): string {
  const name = [contact.firstname, contact.lastname].filter(Boolean).join(' ');
  const shown = [name, email, phone].map((text) => stripBidiControls(text ?? '')).find((text) => text.trim());
  return shown ?? 'Unnamed contact';
}
