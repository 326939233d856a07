import { queryOptions } from '@tanstack/react-query';
import { fetchRead } from '@/components/hooks/use-read';
import type { Topic } from '@/components/hooks/vocabulary';
import { contactName } from '@/components/text/contact-name';
import { type ContactUpsert, contactUpsert } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Segment } from '@/lib/contract/segment';
import { type ChangeInWords, type Titled, toChanges } from '../../activity/activity-words';
import { newSegmentTitles, withNewSegments } from '../../segments/new-segments';
import { type ContactValues, fieldLabels, toFormValues, toUpdate, upsertBody } from './contact-form-values';

/** Request body for a preview; `null` while the form is invalid. */
export function previewable(values: ContactValues): ContactUpsert | null {
  const body = upsertBody(values);
  return contactUpsert.safeParse(body).success ? body : null;
}

/** Whether a valid email or phone is typed. */
export function isBegun(values: ContactValues): boolean {
  const { email, phone } = upsertBody(values);
  return [{ email }, { phone }].some((address) => contactUpsert.safeParse(address).success);
}

/** The preview of saving `of`. */
export interface PreviewOf {
  of: ContactUpsert;
  preview: ContactPreview;
}

/** Preview of a save. The previous one stays until the next arrives, unless email or phone changed. */
export function previewOptions(body: ContactUpsert | null) {
  return queryOptions<PreviewOf>({
    queryKey: ['contacts' satisfies Topic, 'preview', body],
    queryFn: async ({ signal }) => {
      const of = body as ContactUpsert;
      return { of, preview: await fetchRead('previewContact', { body: of }, signal) };
    },
    enabled: body !== null,
    placeholderData: (before) =>
      before?.of.email === body?.email && before?.of.phone === body?.phone ? before : undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Changes in words; for a new contact, only those not visible in the form. */
export function previewChanges(
  { of, preview }: PreviewOf,
  segments: readonly Segment[],
  segmentIds: readonly string[],
): ChangeInWords[] {
  const creates = preview.outcome === 'create';
  const changes: ChangeInWords[] = (creates ? [] : preview.changes).map(({ field, before, after }) => ({
    label: fieldLabels[field],
    before,
    after,
  }));
  const added = preview.segmentsAdded
    .filter((id) => !creates || !of.segmentIds?.includes(id))
    .map((id) => segments.find((segment) => segment.id === id)?.title);
  if (!creates) added.push(...newSegmentTitles(segmentIds));
  if (added.length > 0)
    changes.push({ label: fieldLabels.segmentIds, before: null, after: `adds ${added.join(', ')}` });
  if (preview.referralCode?.redeems)
    changes.push({ label: fieldLabels.referralCode, before: null, after: `redeems ${of.referralCode}` });
  return changes;
}

/** Changes of an edit in words; `null` while it is invalid. */
export function editChanges(
  values: ContactValues,
  base: ContactValues,
  segments: readonly Segment[],
): ChangeInWords[] | null {
  const changes = toUpdate(values, base);
  const known = withNewSegments(segments, values.segmentIds);
  const isKnown = (id: string) => base.segmentIds.includes(id) || known.some((one) => one.id === id);
  // Saving a deleted segment would fail.
  if (!changes.ok || !values.segmentIds.every(isKnown)) return null;
  const after = { ...base, ...changes.body, segmentIds: values.segmentIds };
  return differencesBetween(base, after, known);
}

/** Why the preview was out of date when saving: someone else saved first, or email or phone had just changed. */
export function overtakenBy(
  before: ContactPreview | null,
  now: ContactPreview,
  segments: readonly Segment[],
): { what: string; changes: ChangeInWords[] } {
  const [was, is] = [before?.contact, now.contact];
  if (was && is && was.id === is.id) {
    const changes = differencesBetween(toFormValues(was), toFormValues(is), segments);
    return { what: `Someone else just changed ${contactName(is)}.`, changes };
  }
  if (before?.email !== now.email || before.phone !== now.phone) return { what: whoItIs(now), changes: [] };
  if (now.outcome === 'conflict')
    return { what: 'Email and phone now belong to two different contacts.', changes: [] };
  const gone = was && `${contactName(was)} no longer has this email or phone, or was deleted.`;
  const come = is && `${contactName(is)} now has this email or phone.`;
  return { what: [gone, come].filter(Boolean).join(' ') || 'Someone else saved first.', changes: [] };
}

function whoItIs({ outcome, contact }: ContactPreview): string {
  if (outcome === 'conflict') return 'Email and phone belong to two different contacts.';
  return contact ? `${contactName(contact)} has this email or phone.` : 'No contact has this email or phone.';
}

export function differencesBetween(before: object, after: object, segments: readonly Titled[]) {
  return toChanges({ before: { ...before }, after: { ...after } }, segments);
}
