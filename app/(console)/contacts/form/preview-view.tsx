import type { ReactNode } from 'react';
import { capitalized } from '@/components/contacts/contact-list-state';
import { type FieldsByName, labelOfField } from '@/components/contacts/field-words';
import { type CallError, isTemporary } from '@/components/hooks/call-error';
import { contactName } from '@/components/text/contact-name';
import { formatCountOf } from '@/components/text/format-count';
import { ErrorText } from '@/components/ui/error-text';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { ErrorDetail } from '@/lib/contract/error';
import type { Segment } from '@/lib/contract/segment';
import type { TrashedContact } from '@/lib/contract/trash';
import { ContactLink } from '../contact-link';
import { ConflictWays, formatOwners } from './contact-form-conflict';
import { sameValues, toFormValues } from './contact-form-values';
import { previewInWords } from './contact-preview';
import type { PreviewView } from './preview-panel';
import { RestoreTrashed } from './restore-trashed';
import type { ContactFormReturn } from './use-contact-form';

/**
 * Describes what saving would do or why that is unknown, with buttons that resolve a conflict or restore a contact in the
 * trash.
 */
export function toPreviewView(
  contactForm: ContactFormReturn,
  trashed: TrashedContact[],
  segments: readonly Segment[],
): PreviewView {
  const { of, preview, checking, failure } = contactForm.preview;
  const waits = contactForm.state.base && whyEditHasNoPreview(contactForm);
  if (waits) return { headline: waits, muted: true, changes: [] };
  const changes = of
    ? previewInWords(of, segments, contactForm.values.segmentIds, contactForm.fieldsByName)
    : [];
  const conflicts = preview?.outcome === 'conflict' ? preview.conflicts : null;
  // After a rejected save, `FormNotice` shows the same buttons above the fields.
  const ways = conflicts && contactForm.state.name !== 'conflict' && (
    <ConflictWays owners={conflicts} contactForm={contactForm} />
  );
  const [first] = trashed;
  const restore = first && <RestoreTrashed trashed={trashed} email={preview?.email ?? null} />;
  return {
    headline: preview
      ? first
        ? describeTrashed(first)
        : describeSave(preview, changes.length, contactForm)
      : failure
        ? describePreviewFailure(failure, contactForm.fieldsByName)
        : checking
          ? 'Checking…'
          : describeMissing(contactForm),
    muted: !preview,
    conflict: conflicts !== null,
    warns: isOverwriting(contactForm),
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

/** The reason why an edit has no preview yet; `null` if it can have one. */
function whyEditHasNoPreview({ state, isChanged }: ContactFormReturn): string | null {
  if (state.name === 'gone') return 'Cannot save: this contact was deleted';
  if (!isChanged) return 'No changes';
  if (state.name === 'stale' && state.conflicts.some(({ choice }) => choice === null))
    return 'Choose what to keep.';
  return null;
}

/** Says what the form lacks for a preview: changes, an email or phone, or valid fields. */
function describeMissing({
  state: { base },
  values,
  problems,
  preview: { begun },
  fieldsByName,
}: ContactFormReturn): string {
  if (base && sameValues(values, toFormValues(base.contact))) return 'No changes';
  return base || begun ? describeProblem(problems, 'Checking…', fieldsByName) : 'Add an email or phone.';
}

/** Names the first field with a problem: "Phone: Include the country code."; `otherwise` if there is none. */
function describeProblem([first]: readonly ErrorDetail[], otherwise: string, fields: FieldsByName): string {
  if (!first) return otherwise;
  const label = labelOfField(first.path, fields);
  return label ? `${label}: ${first.message}` : first.message;
}

/** Whether saving a new contact replaces values of an existing one. */
export const isOverwriting = ({ state, preview: { preview } }: ContactFormReturn): boolean =>
  !state.base && preview?.contact != null && preview.changes.some(({ before }) => before !== null);

/** Says why the preview failed, or that saving may still work. */
function describePreviewFailure(failure: CallError, fields: FieldsByName): ReactNode {
  // Only the service detects some errors, such as an impossible phone number.
  if (failure.code === 'VALIDATION_ERROR') return describeProblem(failure.details, failure.message, fields);
  // The preview failed, but a save may still work.
  if (isTemporary(failure) && failure.code !== 'NETWORK') return 'Preview unavailable. You can still save.';
  return <ErrorText error={failure} />;
}

/** Says that saving creates a contact although one with its email or phone is in the trash. */
function describeTrashed(contact: TrashedContact): ReactNode {
  return (
    <>
      Creates a new contact, while <bdi>{contactName(contact)}</bdi> is in the trash
    </>
  );
}

/** Says what saving would do: create, update with a number of `changes`, nothing, or a conflict. */
function describeSave(
  { outcome, contact, conflicts, changes: fields }: ContactPreview,
  changes: number,
  { state: { base }, fieldsByName }: ContactFormReturn,
): ReactNode {
  if (outcome === 'conflict') return `Conflict: ${formatOwners(conflicts, fieldsByName)}`;
  if (!contact) return 'Creates a new contact';
  if (base) return changes === 0 ? 'No changes' : formatCountOf(changes, 'unsaved change');
  const link = <ContactLink contact={contact} />;
  if (outcome === 'unchanged' && changes === 0) return <>No changes to {link}</>;
  const replaced = fields.filter(({ before }) => before !== null).length;
  const parts = [
    replaced > 0 && `replaces ${formatCountOf(replaced, 'value')}`,
    changes > replaced && `adds ${formatCountOf(changes - replaced, 'value')}`,
  ];
  const words = capitalized(parts.filter(Boolean).join(', '));
  return (
    <>
      Updates {link} <span className="block text-sm font-normal">{words}</span>
    </>
  );
}
