import { queryOptions } from '@tanstack/react-query';
import { type ChangeInWords, type Titled, toChanges } from '@/components/activity/activity-words';
import { fieldLabels } from '@/components/contacts/field-labels';
import { type FieldsByName, NO_FIELDS } from '@/components/contacts/field-words';
import type { Topic } from '@/components/hooks/console-operations';
import { fetchRead } from '@/components/hooks/use-read';
import { newSegmentTitles } from '@/components/segments/new-segments';
import { contactName } from '@/components/text/contact-name';
import { type Contact, type ContactUpdate, type ContactUpsert, contactUpsert } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Segment } from '@/lib/contract/segment';
import { type ContactValues, toFormValues, toUpdate, toUpsert } from './contact-form-values';

/** The request that saving would send: an update of the contact `id`, or an upsert if `id` is `null`. */
export interface SaveRequest {
  id: string | null;
  body: ContactUpdate & Pick<ContactUpsert, 'referralCode'>;
}

/** The upsert that saving would send; `null` while the form is invalid. */
export function toUpsertRequest(values: ContactValues): SaveRequest | null {
  const body = toUpsert(values);
  return contactUpsert.safeParse(body).success ? { id: null, body } : null;
}

/** The update that saving would send; `null` while the form is invalid or unchanged. */
export function toUpdateRequest(values: ContactValues, edited: Contact): SaveRequest | null {
  const changes = toUpdate(values, toFormValues(edited));
  return changes.ok && Object.keys(changes.body).length > 0 ? { id: edited.id, body: changes.body } : null;
}

/** Whether a valid email or phone is typed. */
export function isBegun(values: ContactValues): boolean {
  const { email, phone } = toUpsert(values);
  return [{ email }, { phone }].some((address) => contactUpsert.safeParse(address).success);
}

/** The preview of the request `of`. */
export interface PreviewInput {
  of: SaveRequest;
  preview: ContactPreview;
}

/**
 * Query options of a preview, disabled if `request` is `null`. The previous preview stays until the next arrives, unless
 * email or phone changed.
 */
export function previewOptions(request: SaveRequest | null) {
  return queryOptions<PreviewInput>({
    queryKey: ['contacts' satisfies Topic, 'preview', request],
    queryFn: async ({ signal }) => {
      const of = request as SaveRequest;
      const { id, body } = of;
      const preview =
        id === null
          ? await fetchRead('previewContact', { body }, signal)
          : await fetchRead('previewUpdate', { id, body }, signal);
      return { of, preview };
    },
    enabled: request !== null,
    placeholderData: (before) =>
      before?.of.id === request?.id &&
      before?.of.body.email === request?.body.email &&
      before?.of.body.phone === request?.body.phone
        ? before
        : undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The previewed changes in words; for a new contact, only those that the form does not show. */
export function previewInWords(
  { of, preview }: PreviewInput,
  segments: readonly Segment[],
  segmentIds: readonly string[],
  fields: FieldsByName = NO_FIELDS,
): ChangeInWords[] {
  const creates = preview.outcome === 'create';
  const titleOf = (id: string) => segments.find((segment) => segment.id === id)?.title ?? 'a deleted segment';
  const changes: ChangeInWords[] = (creates ? [] : preview.changes).flatMap(({ field, before, after }) =>
    toChanges({ before: { [field]: before }, after: { [field]: after } }, segments, fields),
  );
  const added = preview.segmentsAdded
    .filter((id) => !creates || !of.body.segmentIds?.includes(id))
    .map(titleOf);
  if (!creates) added.push(...newSegmentTitles(segmentIds));
  const parts = [
    ...(added.length > 0 ? [`+ ${added.join(', ')}`] : []),
    ...(preview.segmentsRemoved.length > 0 ? [`− ${preview.segmentsRemoved.map(titleOf).join(', ')}`] : []),
  ];
  if (parts.length > 0) changes.push({ label: fieldLabels.segmentIds, before: null, after: parts.join(' ') });
  if (preview.referralCode?.redeems)
    changes.push({ label: fieldLabels.referralCode, before: null, after: `redeems ${of.body.referralCode}` });
  return changes;
}

/** Describes why the preview was out of date when saving: someone else saved first, or email or phone had just changed. */
export function describeOvertaking(
  before: ContactPreview | null,
  now: ContactPreview,
  segments: readonly Segment[],
  fields?: FieldsByName,
): { what: string; changes: ChangeInWords[] } {
  const [was, is] = [before?.contact, now.contact];
  if (was && is && was.id === is.id) {
    const changes = differencesBetween(toFormValues(was), toFormValues(is), segments, fields);
    return { what: `Someone else just changed ${contactName(is)}.`, changes };
  }
  if (before?.email !== now.email || before.phone !== now.phone)
    return { what: describeMatch(now), changes: [] };
  if (now.outcome === 'conflict')
    return { what: 'Email and phone now belong to two different contacts.', changes: [] };
  const gone = was && `${contactName(was)} no longer has this email or phone, or was deleted.`;
  const come = is && `${contactName(is)} now has this email or phone.`;
  return { what: [gone, come].filter(Boolean).join(' ') || 'Someone else saved first.', changes: [] };
}

/** Says which contact has the typed email or phone, or that none or two different ones do. */
function describeMatch({ outcome, contact }: ContactPreview): string {
  if (outcome === 'conflict') return 'Email and phone belong to two different contacts.';
  return contact ? `${contactName(contact)} has this email or phone.` : 'No contact has this email or phone.';
}

export function differencesBetween(
  before: object,
  after: object,
  segments: readonly Titled[],
  fields?: FieldsByName,
) {
  return toChanges({ before: { ...before }, after: { ...after } }, segments, fields);
}
