import { contactName, readablePhone } from '@/components/text/contact-name';
import { Button } from '@/components/ui/button';
import type { Identifier } from '@/lib/contract/conflict';
import type { Contact } from '@/lib/contract/contact';
import { ContactLink } from '../contact-link';
import type { Owners } from './contact-save';

interface ConflictWaysProps {
  owners: Partial<Owners>;
  /** The contact that is edited; absent when creating. */
  current?: Contact;
  /** Clears the field; the other one decides. */
  onLeaveOut(field: Identifier): void;
}

/** Lets long names wrap. */
const WRAPPED = 'h-auto! max-w-full shrink! py-1 text-left wrap-anywhere whitespace-normal!';

/** The conflicting contacts side by side, and the ways out. */
export function ConflictWays({ owners: { email, phone }, current, onLeaveOut }: ConflictWaysProps) {
  const ways: Partial<Record<Identifier, string>> = {};
  if (current) {
    if (email) ways.email = current.email ? 'Keep the current email' : 'Leave the email empty';
    if (phone) ways.phone = current.phone ? 'Keep the current phone' : 'Leave the phone empty';
  } else if (email && phone) {
    ways.phone = `Update ${contactName(email)} without this phone`;
    ways.email = `Update ${contactName(phone)} without this email`;
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-2 @md:grid-cols-2">
        {email ? <Owner field="email" contact={email} /> : null}
        {phone ? <Owner field="phone" contact={phone} /> : null}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {Object.entries(ways).map(([field, label]) => (
          <Button key={field} size="sm" className={WRAPPED} onClick={() => onLeaveOut(field as Identifier)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}

/** "this email is Ana’s, this phone is Ben’s" */
export function formatOwners({ email, phone }: Partial<Owners>): string {
  const parts = [
    email && `this email is ${possessive(contactName(email))}`,
    phone && `this phone is ${possessive(contactName(phone))}`,
  ].filter(Boolean);
  return parts.join(', ') || 'this email or phone belongs to another contact';
}

function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`;
}

function Owner({ field, contact }: { field: Identifier; contact: Contact }) {
  const name = contactName(contact);
  const lines = [
    contact.email,
    contact.phone && readablePhone(contact.phone),
    contact.contact.company,
  ].filter((line) => line && line !== name);
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-md border border-line bg-raised p-2.5 [&_a]:min-h-6 [&_a]:self-start">
      <p className="text-xs text-muted">{field === 'email' ? 'Has this email' : 'Has this phone'}</p>
      <ContactLink contact={contact} wraps />
      {lines.map((line) => (
        <p key={line} dir="auto" className="text-sm wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  );
}
