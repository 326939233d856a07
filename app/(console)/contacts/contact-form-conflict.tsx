'use client';

import type { Ref } from 'react';
import { FormAlert } from '@/components/form/form-alert';
import { Button } from '@/components/ui/button';
import type { Identifier } from '@/lib/contract/conflict';
import type { Contact } from '@/lib/contract/contact';
import { ContactLink } from './contact-link';
import { contactName } from './contact-name';
import type { Owners } from './contact-save';

interface ConflictWaysProps {
  owners: Partial<Owners>;
  mode: 'create' | 'edit';
  /** Empties the field, so that the other one decides. */
  onLeaveOut(field: Identifier): void;
}

interface ContactConflictProps extends ConflictWaysProps {
  ref?: Ref<HTMLDivElement>;
}

/** Nothing was saved because email or phone are other contacts'; shows whose, side by side, and the ways out. */
export function ContactConflict({ ref, ...rest }: ContactConflictProps) {
  return (
    <FormAlert
      ref={ref}
      title={`Nothing was saved: ${whoseTheyAre(rest.owners) || 'email or phone belong to another contact'}.`}
    >
      <ConflictWays {...rest} />
    </FormAlert>
  );
}

/** A name may be longer than the place there is. */
const WRAPPED = 'h-auto! max-w-full shrink! py-1 text-left wrap-anywhere whitespace-normal!';

/** The contacts side by side, and the ways out. */
export function ConflictWays({ owners: { email, phone }, mode, onLeaveOut }: ConflictWaysProps) {
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        {email ? <Owner field="email" contact={email} /> : null}
        {phone ? <Owner field="phone" contact={phone} /> : null}
      </div>
      {mode === 'create' && email && phone ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className={WRAPPED} onClick={() => onLeaveOut('phone')}>
            Leave out the phone, update {contactName(email)}
          </Button>
          <Button size="sm" className={WRAPPED} onClick={() => onLeaveOut('email')}>
            Leave out the email, update {contactName(phone)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** In words: this email is Ana’s, this phone is Ben’s. */
export function whoseTheyAre({ email, phone }: Partial<Owners>): string {
  const parts = [
    email && `this email is ${possessive(contactName(email))}`,
    phone && `this phone is ${possessive(contactName(phone))}`,
  ].filter(Boolean);
  return parts.join(', ');
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
      <ContactLink contact={contact} />
      {lines.map((line) => (
        <p key={line} className="truncate text-sm">
          {line}
        </p>
      ))}
    </div>
  );
}
