import { Copy, Mail, Phone } from 'lucide-react';
import { type ComponentType, memo, type ReactNode, useState } from 'react';
import { markReasonLabels, markSentence } from '@/components/contacts/mark-reason-labels';
import { contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { Avatar } from '@/components/ui/avatar';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { BreakableText } from '@/components/ui/breakable-text';
import { Button, buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { copyText } from '@/components/ui/copy-text';
import { IconButton } from '@/components/ui/icon-button';
import { headerClasses } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Contact } from '@/lib/contract/contact';
import { ContactMenu } from './contact-menu';
import { PageSteps } from './contact-steps';

/** Most characters of a name in large letters on a phone. */
const MOST_LARGE = 32;

interface ContactHeaderProps {
  contact: Contact;
  /** Whether the contact is beside a list, which has the page's h1. */
  beside: boolean;
  /** The fields that edit the name. */
  children: ReactNode;
  /** Absent if not permitted. */
  onDelete?(): void;
}

/** Name of a contact, with buttons for email, call and more. */
export function ContactHeader({ contact, beside, children, onDelete }: ContactHeaderProps) {
  const name = contactName(contact);
  const Heading = beside ? 'h2' : 'h1';
  return (
    <header
      className={cn(
        headerClasses,
        'mx-auto flex w-full max-w-[68rem] flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:gap-y-3',
      )}
    >
      {/* At the side, the name has the whole width. */}
      <div className={cn('flex min-w-0 flex-1 items-center gap-3', beside ? 'basis-full' : 'basis-60')}>
        <div className="flex items-center gap-1 self-start">
          {beside ? null : <BackLink to="/contacts" label="Back to contacts" />}
          <Avatar id={contact.id} name={name} large />
        </div>
        <div className="min-w-0">
          <div className="group text-left">
            <Heading
              dir="auto"
              className={cn(
                'inline text-xl font-semibold wrap-anywhere group-has-[[role=group]]:sr-only',
                name.length > MOST_LARGE && 'max-sm:text-lg',
              )}
            >
              <BreakableText text={name} />
            </Heading>{' '}
            {children}
          </div>
          {contact.doNotContact ? <MarkLine {...contact.doNotContact} /> : null}
        </div>
      </div>
      <Actions contact={contact} beside={beside} onDelete={onDelete} />
    </header>
  );
}

/** Buttons for email, call and more, which are not rendered while the name is typed. */
const Actions = memo(function Actions({ contact, beside, onDelete }: Omit<ContactHeaderProps, 'children'>) {
  const { email, phone } = contact;
  return (
    <div className="flex flex-wrap gap-1.5 py-1 sm:gap-2 print:hidden">
      {beside ? null : <PageSteps id={contact.id} />}
      {email ? (
        <ReachButton
          contact={contact}
          icon={Mail}
          label="Email"
          what="email"
          value={email}
          // Some mail programs do not decode an escaped @.
          href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
        />
      ) : null}
      {phone ? (
        <ReachButton
          contact={contact}
          icon={Phone}
          label="Call"
          what="phone"
          value={phone}
          href={`tel:${phone}`}
        />
      ) : null}
      <ContactMenu contact={contact} landmark={beside ? 'side' : 'main'} onDelete={onDelete} />
    </div>
  );
});

/** Says that a contact must not be contacted, why, since when and by whom. */
const MarkLine = ({ reason, since, by }: NonNullable<Contact['doNotContact']>) => (
  <p className="my-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
    <Badge tone="danger">
      <span aria-hidden className="do-not-contact-mark size-3!" />
      Do not contact
    </Badge>
    <span>
      {reason === 'other' ? 'Marked' : `${markReasonLabels[reason]} · marked`} <RelativeTime at={since} /> by{' '}
      <bdi>
        <ActorName actor={by} name={by.name} />
      </bdi>
    </span>
  </p>
);

interface ReachProps {
  contact: Contact;
  icon: ComponentType<{ className?: string }>;
  label: string;
  what: 'email' | 'phone';
  value: string;
  href: string;
}

/**
 * A link that writes or calls, with a button that copies the email or phone where there is room. Asks first if the contact
 * must not be contacted.
 */
function ReachButton({ contact, icon: Icon, label, what, value, href }: ReachProps) {
  const [asking, setAsking] = useState(false);
  const shown = formatPhone(value);
  const name = contactName(contact);
  const reason = contact.doNotContact && markSentence(name, contact.doNotContact.reason);
  return (
    <span className="flex">
      {reason ? (
        <Button title={reason} onClick={() => setAsking(true)} className="text-muted! sm:rounded-r-none!">
          <span aria-hidden className="do-not-contact-mark" /> {label}…
        </Button>
      ) : (
        <a href={href} title={shown} className={cn(buttonClasses(), 'sm:rounded-r-none!')}>
          <Icon aria-hidden className="text-muted" /> {label}
        </a>
      )}
      <IconButton
        icon={Copy}
        variant="secondary"
        label={`Copy ${what}`}
        title={`Copy ${shown}`}
        className="-ml-px rounded-l-none! max-sm:hidden"
        onClick={() => void copyText(value)}
      />
      {asking ? (
        <ConfirmDialog
          title={
            <>
              {label} <bdi>{contact.contact.firstname || name}</bdi> anyway?
            </>
          }
          description={`${reason}.`}
          action={`${label} anyway`}
          harmless
          onConfirm={() => {
            setAsking(false);
            window.location.assign(href);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </span>
  );
}
