import type { ReactNode } from 'react';
import type { ReadError } from '@/app/data/read-data';
import { withSignIn } from '@/components/ui/signed-out';
import type { Identifier } from '@/lib/contract/conflict';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Segment } from '@/lib/contract/segment';
import type { TrashedContact } from '@/lib/contract/trash';
import { ContactLink } from '../contact-link';
import { contactName } from '../contact-name';
import { ConflictWays, ownersInWords } from './contact-form-conflict';
import type { FormState } from './contact-form-state';
import type { ContactValues } from './contact-form-values';
import { valuesOf } from './contact-form-values';
import { editChanges, previewChanges } from './contact-preview';
import type { VersionedContact } from './contact-save';
import type { PreviewView } from './preview-panel';
import { RestoreTrashed } from './restore-trashed';
import type { FormPreview } from './use-preview';

/** Absent while the ways out of a conflict are shown above the form. */
type LeaveOut = ((field: Identifier) => void) | undefined;

export function viewOfNew(
  { of, preview, checking, failure, begun }: FormPreview,
  segmentIds: readonly string[],
  trashed: TrashedContact[],
  segments: readonly Segment[],
  onLeaveOut: LeaveOut,
): PreviewView {
  const changes = of ? previewChanges(of, segments, segmentIds) : [];
  const conflicts = preview?.outcome === 'conflict' ? preview.conflicts : null;
  const ways = conflicts && onLeaveOut && <ConflictWays owners={conflicts} onLeaveOut={onLeaveOut} />;
  const [first] = trashed;
  const restore = first && <RestoreTrashed trashed={trashed} email={preview?.email ?? null} />;
  const codeProblem = preview?.referralCode?.message;
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
    problem: codeProblem ? codeProblem : failure?.problems.join(' ') || undefined,
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

function whyUntold({ status, temporary, message }: ReadError): ReactNode {
  // Errors only the service detects, such as an impossible phone number.
  if (status === 400) return EVERY_FIELD;
  // The preview failed, but a save may still work.
  if (temporary && status > 0) return 'Preview unavailable. You can still save.';
  return withSignIn(message);
}

function inTrash(contact: TrashedContact): ReactNode {
  return (
    <>
      Creates a new contact, while <bdi>{contactName(contact)}</bdi> is in the trash
    </>
  );
}

function whatHappens({ outcome, contact, conflicts }: ContactPreview, changes: number): ReactNode {
  if (outcome === 'conflict') return `Conflict: ${ownersInWords(conflicts)}`;
  if (!contact) return 'Creates a new contact';
  const link = <ContactLink contact={contact} />;
  if (outcome === 'unchanged') return <>No changes to {link}</>;
  return (
    <>
      Updates {link}: {changesInAll(changes)}
    </>
  );
}

interface Edit {
  base: VersionedContact;
  /** Values as they would be stored; `null` while unchanged. */
  values: ContactValues | null;
  preview: FormPreview;
  state: FormState;
}

/** Preview of an edit: changed fields or a conflict. */
export function viewOfEdit(
  { base: { contact }, values, preview, state }: Edit,
  segments: readonly Segment[],
  onLeaveOut: LeaveOut,
): PreviewView {
  const { taken, checking, failure } = preview;
  const says = (headline: string, muted = false) => ({ headline, muted, changes: [] });
  if (state.name === 'gone') return says('Cannot save: this contact was deleted', true);
  if (!values) return says('No changes', true);
  if (state.name === 'stale' && state.conflicts.some(({ choice }) => choice === null))
    return says('Choose what to keep.', true);
  if (taken.email || taken.phone)
    return {
      ...says(`Conflict: ${ownersInWords(taken)}`),
      conflict: true,
      more: onLeaveOut && <ConflictWays owners={taken} current={contact} onLeaveOut={onLeaveOut} />,
    };
  // Wait for the phone as it will be stored.
  if (checking) return { ...says('Checking …', true), checking };
  if (failure?.status === 400)
    return { ...says(EVERY_FIELD, true), problem: failure.problems.join(' ') || undefined };
  const changes = editChanges(values, valuesOf(contact), segments);
  if (!changes) return says(EVERY_FIELD, true);
  if (changes.length === 0) return says('No changes');
  const headline = (
    <>
      Updates <bdi>{contactName(contact)}</bdi>: {changesInAll(changes.length)}
    </>
  );
  return { headline, changes };
}

function changesInAll(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}
