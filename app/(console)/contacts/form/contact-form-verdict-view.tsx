import type { ReactNode } from 'react';
import type { ReadError } from '@/app/data/read-data';
import { withSignIn } from '@/components/ui/signed-out';
import type { Identifier } from '@/lib/contract/conflict';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Segment } from '@/lib/contract/segment';
import { ContactLink } from '../contact-link';
import { contactName } from '../contact-name';
import { ConflictWays, whoseTheyAre } from './contact-form-conflict';
import type { ContactValues } from './contact-form-values';
import { valuesOf } from './contact-form-values';
import type { VerdictView } from './contact-form-verdict';
import type { Owners, VersionedContact } from './contact-save';
import { editChanges, verdictChanges } from './contact-verdict';
import type { Notice } from './use-contact-form';
import type { FormVerdict } from './use-verdict';

/** Absent while the ways out of a conflict stand above the form. */
type LeaveOut = ((field: Identifier) => void) | undefined;

/** What saving a new contact will do, as the service says. */
export function viewOfNew(
  { judged, verdict, checking, failure, begun }: FormVerdict,
  segments: readonly Segment[],
  onLeaveOut: LeaveOut,
): VerdictView {
  const changes = judged ? verdictChanges(judged, segments) : [];
  const conflicts = verdict?.outcome === 'conflict' ? verdict.conflicts : null;
  const ways = conflicts && onLeaveOut && <ConflictWays owners={conflicts} onLeaveOut={onLeaveOut} />;
  const codeProblem = verdict?.referralCode?.message;
  return {
    headline: verdict
      ? whatHappens(verdict, changes.length)
      : failure
        ? whyUntold(failure)
        : checking
          ? 'Checking who has this email or phone.'
          : begun
            ? EVERY_FIELD
            : 'Saving needs an email or phone.',
    muted: !verdict,
    conflict: conflicts !== null,
    problem: codeProblem
      ? `${codeProblem} Nothing is saved with it.`
      : failure?.problems.join(' ') || undefined,
    checking,
    changes,
    more: ways,
  };
}

const EVERY_FIELD = 'Not every field can be saved yet.';

function whyUntold({ status, temporary, message }: ReadError): ReactNode {
  // What only the service knows: a number that is not possible in its country, a segment that is gone.
  if (status === 400) return EVERY_FIELD;
  // The console answers, but not to this: a save may go through.
  if (temporary && status > 0) return 'That cannot be told at the moment. Saving says what it did.';
  return withSignIn(message);
}

function whatHappens({ outcome, contact, conflicts }: ContactPreview, changes: number): ReactNode {
  if (outcome === 'conflict') return `Conflict: ${whoseTheyAre(conflicts)}`;
  if (!contact) return 'Creates a new contact';
  const link = <ContactLink contact={contact} />;
  if (outcome === 'unchanged') return <>Changes nothing: {link} is like this already</>;
  return (
    <>
      Updates {link}: {fieldsChange(changes)}
    </>
  );
}

interface Edit {
  base: VersionedContact;
  /** What is typed means this; `null` while nothing is changed. */
  values: ContactValues | null;
  taken: Owners;
  /** Why the save before was refused. */
  notice: Notice | null;
}

/** What saving an edit will do: the fields that change, or whose the email and the phone are. */
export function viewOfEdit(
  { base: { contact }, values, taken, notice }: Edit,
  segments: readonly Segment[],
  onLeaveOut: LeaveOut,
): VerdictView {
  const says = (headline: string, muted = false) => ({ headline, muted, changes: [] });
  if (notice?.kind === 'gone') return says('Nothing can be saved: the contact has been deleted', true);
  if (!values) return says('Nothing is changed yet.', true);
  if (notice?.kind === 'merge' && notice.conflicts.some(({ choice }) => choice === null))
    return says('Nothing is saved before you have chosen.', true);
  if (taken.email || taken.phone)
    return {
      ...says(`Conflict: ${whoseTheyAre(taken)}`),
      conflict: true,
      more: onLeaveOut && <ConflictWays owners={taken} current={contact} onLeaveOut={onLeaveOut} />,
    };
  const changes = editChanges(values, valuesOf(contact), segments);
  if (!changes) return says(EVERY_FIELD, true);
  if (changes.length === 0) return says('Changes nothing');
  return { headline: `Updates ${contactName(contact)}: ${fieldsChange(changes.length)}`, changes };
}

function fieldsChange(count: number): string {
  return count === 1 ? '1 field changes' : `${count} fields change`;
}
