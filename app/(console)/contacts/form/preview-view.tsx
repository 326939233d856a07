import type { ReactNode } from 'react';
import { type CallError, isTemporary } from '@/components/hooks/call-error';
import { contactName } from '@/components/text/contact-name';
import { ErrorText } from '@/components/ui/error-text';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Segment } from '@/lib/contract/segment';
import type { TrashedContact } from '@/lib/contract/trash';
import { ContactLink } from '../contact-link';
import { ConflictWays, formatOwners } from './contact-form-conflict';
import { toFormValues } from './contact-form-values';
import { editChanges, previewChanges } from './contact-preview';
import type { Owners, VersionedContact } from './contact-save';
import type { PreviewView } from './preview-panel';
import { RestoreTrashed } from './restore-trashed';
import type { ContactFormReturn } from './use-contact-form';

/** Preview of a new contact. */
export function viewOfNew(
  contactForm: ContactFormReturn,
  trashed: TrashedContact[],
  segments: readonly Segment[],
): PreviewView {
  const { of, preview, checking, failure, begun } = contactForm.preview;
  const changes = of ? previewChanges(of, segments, contactForm.values.segmentIds) : [];
  const conflicts = preview?.outcome === 'conflict' ? preview.conflicts : null;
  const ways = conflicts && waysOut(contactForm, conflicts);
  const [first] = trashed;
  const restore = first && <RestoreTrashed trashed={trashed} email={preview?.email ?? null} />;
  return {
    headline: preview
      ? first
        ? inTrash(first)
        : whatHappens(preview, changes.length)
      : failure
        ? whyUntold(failure)
        : checking
          ? 'Checking …'
          : begun
            ? EVERY_FIELD
            : 'Add an email or phone.',
    muted: !preview,
    conflict: conflicts !== null,
    problem:
      preview?.referralCode?.message || failure?.details.map(({ message }) => message).join(' ') || undefined,
    checking,
    changes,
    more: (ways || restore) && (
      <>
        {ways}
        {restore}
      </>
    ),
  };
}

const EVERY_FIELD = 'Fix the invalid fields first.';

function whyUntold(failure: CallError): ReactNode {
  // Errors only the service detects, such as an impossible phone number.
  if (failure.code === 'VALIDATION_ERROR') return EVERY_FIELD;
  // The preview failed, but a save may still work.
  if (isTemporary(failure) && failure.code !== 'NETWORK') return 'Preview unavailable. You can still save.';
  return <ErrorText error={failure} />;
}

function inTrash(contact: TrashedContact): ReactNode {
  return (
    <>
      Creates a new contact, while <bdi>{contactName(contact)}</bdi> is in the trash
    </>
  );
}

function whatHappens({ outcome, contact, conflicts }: ContactPreview, changes: number): ReactNode {
  if (outcome === 'conflict') return `Conflict: ${formatOwners(conflicts)}`;
  if (!contact) return 'Creates a new contact';
  const link = <ContactLink contact={contact} />;
  if (outcome === 'unchanged') return <>No changes to {link}</>;
  return (
    <>
      Updates {link}: {changesInAll(changes)}
    </>
  );
}

/** Preview of an edit: changed fields or a conflict. */
export function viewOfEdit(
  contactForm: ContactFormReturn,
  { contact }: VersionedContact,
  segments: readonly Segment[],
): PreviewView {
  const { state, changed } = contactForm;
  const { taken, checking, failure } = contactForm.preview;
  const says = (headline: string, muted = false) => ({ headline, muted, changes: [] });
  if (state.name === 'gone') return says('Cannot save: this contact was deleted', true);
  if (!changed) return says('No changes', true);
  if (state.name === 'stale' && state.conflicts.some(({ choice }) => choice === null))
    return says('Choose what to keep.', true);
  if (taken.email || taken.phone)
    return {
      ...says(`Conflict: ${formatOwners(taken)}`),
      conflict: true,
      more: waysOut(contactForm, taken),
    };
  // Wait for the phone as it will be stored.
  if (checking) return { ...says('Checking …', true), checking };
  if (failure?.code === 'VALIDATION_ERROR')
    return {
      ...says(EVERY_FIELD, true),
      problem: failure.details.map(({ message }) => message).join(' ') || undefined,
    };
  const changes = editChanges(changed, toFormValues(contact), segments);
  if (!changes) return says(EVERY_FIELD, true);
  if (changes.length === 0) return says('No changes');
  const headline = (
    <>
      Updates <bdi>{contactName(contact)}</bdi>: {changesInAll(changes.length)}
    </>
  );
  return { headline, changes };
}

/** Shown once: after a save above the fields, else in the preview. */
function waysOut({ state, leaveOut }: ContactFormReturn, owners: Partial<Owners>): ReactNode {
  if (state.name === 'conflict') return null;
  return <ConflictWays owners={owners} current={state.base?.contact} onLeaveOut={leaveOut} />;
}

function changesInAll(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}
