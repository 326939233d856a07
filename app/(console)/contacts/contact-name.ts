import type { Contact } from '@/lib/contract/contact';
import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';
import { readablePhone } from './readable-phone';

/** The display name: name, else email, else phone. */
export function contactName({ email, phone, contact }: Pick<Contact, 'email' | 'phone' | 'contact'>): string {
  const name = [contact.firstname, contact.lastname].filter(Boolean).join(' ');
  const shown = [name, email, phone && readablePhone(phone)]
    .map((text) => stripBidiControls(text ?? ''))
    .find((text) => text.trim());
  return shown ?? 'Unnamed contact';
}
