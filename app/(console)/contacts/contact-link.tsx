import { ExternalLink } from 'lucide-react';
import { contactName } from '@/components/text/contact-name';
import { cn } from '@/components/ui/cn';
import type { Contact } from '@/lib/contract/contact';

/** A link to a contact in a new tab, which keeps typed text in this one. Truncated unless `wraps` is set. */
export function ContactLink({ contact, wraps = false }: { contact: Contact; wraps?: boolean }) {
  return (
    <a
      href={`/contacts/${contact.id}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex max-w-full items-center gap-1 align-bottom font-medium text-accent underline-offset-2 hover:underline"
    >
      <span dir="auto" className={cn('min-w-0', wraps ? 'wrap-anywhere' : 'truncate')}>
        {contactName(contact)}
      </span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
