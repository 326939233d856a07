import type { ContactRow } from '@/lib/contacts/contact-row';
import {
  type Clock,
  type ContactRequest,
  type Decision,
  decide,
  isChange,
  type StoredContacts,
} from '@/lib/contacts/decide';
import type { ImportOutcome, ImportSettings } from '@/lib/contract/import';
import { titleKey } from '@/lib/contract/title-key';
import type { RowRequest } from './row-request';

/** Segments by their title, whatever its case. */
export type SegmentsByTitle = Map<string, { id: string; title: string }>;

export interface RowDecision extends Decision {
  /** `skipped` by the mode; `rejected` by a rule. */
  row: ImportOutcome;
}

/** What nobody has as an id: a row that names a segment which is gone by now is rejected. */
const NO_SEGMENT = '00000000-0000-0000-0000-000000000000';

/** What a row asks of the write path. */
export function contactRequestOf(
  { fields, segmentTitles = [], referralCode }: RowRequest,
  { segmentIds }: ImportSettings,
  segments: SegmentsByTitle,
): ContactRequest {
  const ids = segmentTitles.map((title) => segments.get(titleKey(title))?.id ?? NO_SEGMENT);
  const all = [...new Set([...segmentIds, ...ids])];
  return { id: null, fields, segmentIds: all, referralCode };
}

/**
 * Decides rows one after the other by the rules of `POST /contacts` and the mode of the import, each seeing what those before
 * it left in `stored`. `ids`: of the contacts that rows create.
 */
export function decideRows(
  stored: StoredContacts,
  requests: ContactRequest[],
  clock: Clock,
  settings: Pick<ImportSettings, 'mode' | 'fillBlanks'>,
  ids: (string | null)[] = [],
): RowDecision[] {
  return requests.map((request, index) => {
    const nextId = () => ids[index] ?? clock.nextId();
    const decision = decideRow(stored, request, { ...clock, nextId }, settings);
    if (decision.row === 'created' || decision.row === 'updated') stored.apply(decision);
    return decision;
  });
}

function decideRow(
  stored: StoredContacts,
  request: ContactRequest,
  clock: Clock,
  { mode, fillBlanks }: Pick<ImportSettings, 'mode' | 'fillBlanks'>,
): RowDecision {
  let decision = decide(stored, request, clock);
  const { before } = decision;
  if (fillBlanks && before && isChange(decision))
    decision = decide(stored, { ...request, fields: blanksOf(before, request.fields) }, clock);
  const { outcome } = decision;
  if (outcome === 'conflict' || outcome === 'invalid' || outcome === 'missing' || outcome === 'stale')
    return { row: outcome === 'conflict' ? 'conflict' : 'rejected', ...decision };
  const skips = (mode === 'create' && before) || (mode === 'update' && !before);
  return skips
    ? { row: 'skipped', ...decision, outcome: 'unchanged', after: before }
    : { row: outcome, ...decision };
}

/** The fields that are blank, and those by which the contact is found. */
const blanksOf = (before: ContactRow, fields: ContactRequest['fields']): ContactRequest['fields'] =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const stored = before[name as keyof typeof fields];
      return stored === null || stored === value;
    }),
  );
