import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type FieldsByName, findOwnField, inSentence, labelOfField } from '@/components/contacts/field-words';
import { useCan } from '@/components/hooks/use-can';
import { contactLines, contactName } from '@/components/text/contact-name';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import type { ConflictPath, Identifier } from '@/lib/contract/conflict';
import type { Contact } from '@/lib/contract/contact';
import { ContactLink } from '../contact-link';
import type { MergeDialogProps } from '../merge/merge-dialog';
import { changedNames, toFormValues } from './contact-form-values';
import type { Owners } from './contact-save';
import type { ContactFormReturn } from './use-contact-form';

const MergeDialog = dynamic(() => import('../merge/merge-dialog').catch(chunkLoadFailed));

interface ConflictWaysProps {
  owners: Owners;
  contactForm: Pick<ContactFormReturn, 'state' | 'values' | 'leaveOut' | 'discard' | 'fieldsByName'>;
}

type Merge = Pick<MergeDialogProps, 'stays' | 'goes' | 'prefer' | 'warning'> & { label: string };

/** Lets long names wrap. */
const WRAPPED = 'h-auto! max-w-full shrink! py-1 text-left wrap-anywhere whitespace-normal!';

/** The conflicting contacts side by side, with buttons that resolve the conflict. */
export function ConflictWays({ owners, contactForm }: ConflictWaysProps) {
  const { email, phone } = owners;
  const { state, values, leaveOut, discard } = contactForm;
  const router = useRouter();
  const mayMerge = useCan('mergeContacts');
  const [merge, setMerge] = useState<Merge | null>(null);
  const current = state.base?.contact;
  const ways: Partial<Record<Identifier, string>> = {};
  if (current) {
    if (email) ways.email = current.email ? 'Keep the current email' : 'Leave the email empty';
    if (phone) ways.phone = current.phone ? 'Keep the current phone' : 'Leave the phone empty';
  } else if (email && phone) {
    ways.phone = `Update ${contactName(email)} without this phone`;
    ways.email = `Update ${contactName(phone)} without this email`;
  }
  const merges = mayMerge ? findMerges(owners, current, values, contactForm.fieldsByName) : [];

  /** Discards the edit and opens the contact that stayed; nothing for a new contact. */
  function onMerged({ id }: Contact) {
    if (!current) return;
    discard();
    if (id !== current.id) router.push(`/contacts/${id}`);
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-2 @md:grid-cols-2">
        {toEntries(owners).map(([path, contact]) => (
          <OwnerCard key={path} name={nameOf(path, contactForm.fieldsByName)} contact={contact} />
        ))}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {Object.entries(ways).map(([field, label]) => (
          <Button key={field} size="sm" className={WRAPPED} onClick={() => leaveOut(field as Identifier)}>
            {label}
          </Button>
        ))}
        {merges.map((one) => (
          <Button key={one.label} size="sm" className={WRAPPED} onClick={() => setMerge(one)}>
            {one.label}
          </Button>
        ))}
      </div>
      {merge ? <MergeDialog {...merge} onMerged={onMerged} onClose={() => setMerge(null)} /> : null}
    </>
  );
}

/** Merges that resolve a conflict: of the edited contact into each owner, or of the two owners for a new contact. */
function findMerges(
  owners: Owners,
  current: Contact | undefined,
  values: ContactFormReturn['values'],
  fields: FieldsByName,
): Merge[] {
  const entries = toEntries(owners);
  const others = [...new Map(entries.map(([, one]) => [one.id, one])).values()];
  if (!current) {
    const [one, other] = others;
    if (!one || !other) return [];
    const label = `Merge ${contactName(one)} and ${contactName(other)}…`;
    const prefer = Object.fromEntries(entries.map(([path, { id }]) => [path, id]));
    return [{ label, stays: one.id, goes: other.id, prefer }];
  }
  const saved = toFormValues(current);
  return others.map((owner) => {
    const given = entries.flatMap(([path, { id }]) => (id === owner.id ? path : []));
    // The merge takes only these; other typed values are lost.
    const lost = changedNames(saved, values).filter(
      (field) => !given.some((path) => path === field.replace(':', '.')),
    );
    const labels = lost.map((field) => inSentence(labelOfField(field, fields) ?? field)).join(', ');
    return {
      label: `Merge with ${contactName(owner)}…`,
      stays: owner.id,
      goes: current.id,
      prefer: Object.fromEntries(given.map((field) => [field, owner.id])),
      warning: labels ? `Your unsaved ${labels} will be lost.` : undefined,
    };
  });
}

/** "this email is Ana’s, this CRM id is Ben’s"; "these values belong to another contact" if none is known. */
export function formatOwners(owners: Owners, fields: FieldsByName): string {
  const parts = toEntries(owners).map(
    ([path, contact]) => `this ${nameOf(path, fields)} is ${possessive(contactName(contact))}`,
  );
  return parts.join(', ') || 'these values belong to another contact';
}

const toEntries = (owners: Owners) => Object.entries(owners) as [ConflictPath, Contact][];
/** Name of an email, phone or id within a sentence. */
const nameOf = (path: ConflictPath, fields: FieldsByName) => findOwnField(path, fields)?.label ?? path;
const possessive = (name: string): string => (name.endsWith('s') ? `${name}’` : `${name}’s`);

/** The contact that has the typed email, phone or id, as a link, with lines that identify it. */
function OwnerCard({ name, contact }: { name: string; contact: Contact }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-md border border-line bg-raised p-2.5 [&_a]:min-h-6 [&_a]:self-start">
      <p className="text-xs text-muted">Has this {name}</p>
      <ContactLink contact={contact} wraps />
      {contactLines(contact, contact.contact.company).map((line) => (
        <p key={line} dir="auto" className="text-sm wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  );
}
