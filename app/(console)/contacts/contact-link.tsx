import { ExternalLink } from 'lucide-react';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from './contact-name';

/** A contact's name that leads to its page, in a new tab: what is typed in this one stays. */
export function ContactLink({ contact }: { contact: Contact }) {
  return (
    <a
      href={`/contacts/${contact.id}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex max-w-full items-center gap-1 align-bottom font-medium text-accent underline-offset-2 hover:underline"
    >
      <span className="min-w-0 truncate">{contactName(contact)}</span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
