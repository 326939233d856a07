import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import { type Contact, type ContactUpsert, contactUpsert } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { type ChangeInWords, changesIn } from './[id]/activity-words';
import { type ContactValues, fieldLabels, sameValue, upsertBody, valuesOf } from './contact-form-values';
import { contactName } from './contact-name';
import { contactKeys } from './contact-queries';

/** What of the form there can be a verdict on; `null` while it could not be saved as it is. */
export function judgeable(values: ContactValues): ContactUpsert | null {
  const body = upsertBody(values);
  return contactUpsert.safeParse(body).success ? body : null;
}

/** What saving would do. The verdict before stays until the new one is here. */
export function verdictOptions(body: ContactUpsert | null) {
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'verdict', body],
    queryFn: async ({ signal }) =>
      (await readData<{ data: ContactVerdict }>('/data/contacts/preview', signal, body)).data,
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** What would be written, in words. */
export function verdictChanges(verdict: ContactVerdict, segments: readonly Segment[]): ChangeInWords[] {
  // Of a new contact each field stands in the form.
  const fields = verdict.outcome === 'create' ? [] : verdict.changes;
  const changes: ChangeInWords[] = fields.map(({ field, before, after }) => ({
    label: fieldLabels[field],
    before,
    after,
  }));
  const added = verdict.segmentsAdded.map((id) => segments.find((segment) => segment.id === id)?.title);
  if (added.length > 0 && verdict.outcome !== 'create')
    changes.push({ label: fieldLabels.segmentIds, before: null, after: `adds ${added.join(', ')}` });
  if (verdict.referralCode?.redeems)
    changes.push({ label: fieldLabels.referralCode, before: null, after: 'is redeemed' });
  return changes;
}

/** Whether a saved contact is in the segments that were said: a save is bound to the contact, not to the referral code. */
export function hasSaidSegments({ contact, segmentsAdded }: ContactVerdict, saved: Contact): boolean {
  const idsOf = (one: Contact | null) => (one?.segments ?? []).map(({ segmentId }) => segmentId);
  return sameValue([...idsOf(contact), ...segmentsAdded], idsOf(saved));
}

/** What has happened between a verdict and a save that was refused because it no longer held. */
export function overtakenBy(
  before: ContactVerdict,
  now: ContactVerdict,
  segments: readonly Segment[],
): { what: string; changes: ChangeInWords[] } {
  const [was, is] = [before.contact, now.contact];
  if (now.outcome === 'conflict') return { what: 'Email and phone are two contacts’ by now.', changes: [] };
  if (was && is && was.id === is.id) {
    const changes = differencesBetween(was, is, segments);
    return { what: `Somebody else changed ${contactName(is)} meanwhile.`, changes };
  }
  const gone = was && `${contactName(was)} no longer has this email or phone, or was deleted.`;
  const come = is && `${contactName(is)} has this email or phone by now.`;
  return { what: [gone, come].filter(Boolean).join(' ') || 'Somebody else was quicker.', changes: [] };
}

function differencesBetween(was: Contact, is: Contact, segments: readonly Segment[]): ChangeInWords[] {
  const [before, after] = [{ ...valuesOf(was) }, { ...valuesOf(is) }];
  return changesIn({ action: 'contact.updated', before, after }, segments);
}
