import { contactName } from '@/components/text/contact-name';
import { cn } from '@/components/ui/cn';
import type { Contact } from '@/lib/contract/contact';
import { markSentence } from './mark-reason-labels';

/** The mark beside the name of a contact who must not be contacted, with why as tooltip; nothing for others. */
export const DoNotContactMark = ({ contact, className }: { contact: Contact; className?: string }) =>
  contact.doNotContact ? (
    <span
      role="img"
      aria-label="Do not contact"
      title={markSentence(contactName(contact), contact.doNotContact.reason)}
      className={cn('do-not-contact-mark', className)}
    />
  ) : null;
