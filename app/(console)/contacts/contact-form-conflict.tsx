'use client';

import { ExternalLink } from 'lucide-react';
import type { Ref } from 'react';
import { FormAlert } from '@/components/form/form-alert';
import { Button } from '@/components/ui/button';
import type { Identifier } from '@/lib/contract/conflict';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from './contact-name';
import type { Owners } from './contact-save';

interface ContactConflictProps {
  owners: Owners;
  mode: 'create' | 'edit';
  /** Empties the field, so that the other one decides. */
  onLeaveOut(field: Identifier): void;
  ref?: Ref<HTMLDivElement>;
}

/** Nothing was saved because email or phone are other contacts'; shows whose, side by side, and the ways out. */
export function ContactConflict({ owners, mode, onLeaveOut, ref }: ContactConflictProps) {
  const { email, phone } = owners;
  return (
    <FormAlert ref={ref} title={headline(owners)}>
      <div className="grid gap-2 sm:grid-cols-2">
        {email ? <Owner field="email" contact={email} /> : null}
        {phone ? <Owner field="phone" contact={phone} /> : null}
      </div>
      {mode === 'create' && email && phone ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onLeaveOut('phone')}>
            Leave out the phone, update {contactName(email)}
          </Button>
          <Button size="sm" onClick={() => onLeaveOut('email')}>
            Leave out the email, update {contactName(phone)}
          </Button>
        </div>
      ) : null}
    </FormAlert>
  );
}

function headline({ email, phone }: Owners): string {
  const parts = [
    email && `this email is ${possessive(contactName(email))}`,
    phone && `this phone is ${possessive(contactName(phone))}`,
  ].filter(Boolean);
  return `Nothing was saved: ${parts.join(', ') || 'email or phone belong to another contact'}.`;
}

function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`;
}

function Owner({ field, contact }: { field: Identifier; contact: Contact }) {
  const name = contactName(contact);
  const lines = [contact.email, contact.phone, contact.contact.company].filter(
    (line) => line && line !== name,
  );
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-md border border-line bg-raised p-2.5">
      <p className="text-xs text-muted">{field === 'email' ? 'Has this email' : 'Has this phone'}</p>
      <a
        href={`/contacts/${contact.id}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1 font-medium text-accent underline-offset-2 hover:underline"
      >
        <span className="min-w-0 truncate">{name}</span>
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      {lines.map((line) => (
        <p key={line} className="truncate text-sm">
          {line}
        </p>
      ))}
    </div>
  );
}
