import type { ContactRow } from '@/lib/contacts/contact-row';
import { changedFields } from '@/lib/contacts/decide';
import { changedFieldValues } from '@/lib/contacts/field-values';
import type { ImportOutcome } from '@/lib/contract/import';
import { PROPOSAL_ROWS_LISTED, type ProposalPreview, type ProposalRow } from '@/lib/contract/proposal';
import { scoped } from '@/lib/database/statement';
import { countRows } from '../imports/count-rows';
import type { RowRequest } from '../imports/decide-rows';
import { findImport, HAS_RUN, type ImportRecord } from '../imports/import-record';
import { existingContacts, refuseIfScopeMissing, startRun } from '../imports/imports';
import type { RowDetails } from '../imports/plan-job';
import { notFound, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { NO_SUCH_ROW, nothingCounted, type ProposalCall, toPage } from './proposed-change';

const readRows = scoped<{
  place: number;
  outcome: ImportOutcome;
  contact_id: string | null;
  request: RowRequest;
  after: ContactRow | null;
  details: RowDetails | null;
}>(
  'list_proposed_rows',
  `select line as place, outcome, contact_id, request, after, details from import_rows where organization_id = $1
     and plan_id = (select plan_id from imports where organization_id = $1 and id = $2) and line > $3
   order by line limit ${PROPOSAL_ROWS_LISTED + 1}`,
);
/** Rows that are left out are not run, and mark nobody. */
const leaveOutRows = scoped<{ line: number }>(
  'leave_rows_out',
  `update import_rows set outcome = 'skipped', request = (request::jsonb - 'doNotContact')::json
   where organization_id = $1 and plan_id = $2 and line::text = any($3::text[]) returning line`,
);

/** Rows of the plan of an import. */
export async function listPlanRows(context: ProposalCall['context'], importId: string, after: number) {
  const found = await readRows(context, importId, after);
  const owners = found.flatMap(({ details }) =>
    (details?.problems ?? []).flatMap(({ contactId }) => contactId ?? []),
  );
  const existing = await existingContacts(context, [...new Set(owners)]);
  const names = new Map(existing.map(({ id, name }) => [id, name]));
  return toPage(found, (row): ProposalRow => {
    const { place, outcome, contact_id, request, after, details } = row;
    const { firstname, lastname, email, phone } = { ...request.fields, ...after };
    const changes = !after
      ? []
      : outcome === 'created'
        ? [...changedFields(null, after), ...changedFieldValues(null, after)]
        : (details?.changes ?? []);
    const emailChange = outcome === 'created' ? undefined : changes.find(({ field }) => field === 'email');
    const knownEmail = emailChange ? (emailChange.before as string | null) : email;
    return {
      key: String(place),
      contactId: outcome === 'created' ? null : contact_id,
      name: [firstname, lastname].filter(Boolean).join(' ') || (knownEmail ?? phone ?? email ?? ''),
      email: knownEmail ?? null,
      outcome: toOutcome(outcome),
      changes,
      segmentsAdded: details?.segmentsAdded ?? [],
      segmentsRemoved: [],
      also: [
        ...(request.doNotContact ? ['Marked “Do not contact”'] : []),
        ...(details?.redeems ? [`Redeems ${request.referralCode}`] : []),
        ...(request.note && after ? [`Note: ${request.note}`] : []),
      ],
      problems: [
        ...(details?.problems ?? []).map(({ message, contactId }) =>
          contactId
            ? message.replace(`contact ${contactId}`, () => names.get(contactId) ?? 'another contact')
            : message,
        ),
        ...(details?.leftOut ?? []).map(({ message }) => message),
      ],
    };
  });
}

const toOutcome = (outcome: ImportOutcome): ProposalRow['outcome'] =>
  outcome === 'created' || outcome === 'updated' || outcome === 'unchanged'
    ? outcome
    : outcome === 'skipped'
      ? 'unchanged'
      : 'conflict';

/** The preview of a plan. */
export const toPlanPreview = (
  version: string,
  { rows, created, updated, unchanged, skipped, shared, conflict, rejected }: ImportRecord['plan_progress'],
): ProposalPreview => ({
  ...nothingCounted,
  version,
  total: rows,
  created,
  updated,
  unchanged: unchanged + skipped,
  conflicts: shared + conflict + rejected,
});

/** Starts the run of a planned import, without some of its rows. */
export async function runPlan({ context, service }: ProposalCall, importId: string, leaveOut: string[]) {
  const row = await findImport(context, importId, true);
  if (!row?.plan_id || row.run_id) return row ? HAS_RUN : notFound('import');
  const refusal =
    refuseIfScopeMissing(context, row.plan_input.settings) ?? (await refuseIfFull(context, service));
  if (refusal) return refusal;
  if (leaveOut.length > 0 && (await leaveOutRows(context, row.plan_id, leaveOut)).length < leaveOut.length)
    return NO_SUCH_ROW;
  const [counts] = await countRows(context, row.plan_id, 0);
  const plan_progress = { ...row.plan_progress, ...counts };
  const { created, updated, doNotContact = 0 } = plan_progress;
  if (created + updated + doNotContact === 0) return refuse('CONFLICT', 'No contact is left to change.');
  if (!(await startRun(context, { ...row, plan_progress }, true))) return HAS_RUN;
  const { total, unchanged, conflicts } = toPlanPreview('', plan_progress);
  const rest = { total: total - leaveOut.length, unchanged: unchanged - leaveOut.length };
  return {
    result: { type: 'import' as const, id: importId },
    counts: { created, updated, conflicts, ...rest },
  };
}
