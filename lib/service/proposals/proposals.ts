import { v7 as uuidv7 } from 'uuid';
import { recordActivity } from '@/lib/contacts/activity';
import { MOST_OPEN, type ProposedOperation } from '@/lib/contract/proposal';
import { type RequestContext, run, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { usableToken } from '../shared/authenticate';
import { type Handler, type HandlerCall, invalid, notFound, type Refusal, refuse } from '../shared/reply';
import {
  countOpen,
  findProposals,
  insertProposal,
  listStored,
  lockProposal,
  type StoredProposal,
  saveProposal,
  toProposal,
} from './proposal-row';
import { proposedBulkChange } from './proposed-bulk-change';
import type { ProposalCall, ProposedChange } from './proposed-change';
import { proposedContacts } from './proposed-contacts';
import { proposedImport } from './proposed-import';
import { proposedMerge } from './proposed-merge';
import { proposedSegment } from './proposed-segment';

/** How each operation is proposed; `input` is what its proposal stores. */
const changes: { [N in ProposedOperation]: ProposedChange<unknown> } = {
  upsertContacts: proposedContacts,
  createBulkChange: proposedBulkChange,
  mergeContacts: proposedMerge,
  createSegment: proposedSegment,
  runImport: proposedImport,
};

type Call = HandlerCall<'approveProposal' | 'declineProposal' | 'withdrawProposal' | 'createProposal'>;

/** The token whose proposals may be seen: a person sees all. */
const seenBy = ({ actor, tokenId }: Call['context']): string | null =>
  actor.kind === 'staff' ? null : tokenId;

const lockOpen = scoped(
  'lock_proposals_of_token',
  `select id from proposals where organization_id = $1 and token_id = $2 and state = 'open' for no key update`,
);

/** Freezes and previews a change, and stores it for a person to approve. Writes nothing else. */
export const createProposal: Handler<'createProposal'> = async (call) => {
  const { context, body } = call;
  const { title, reason, operation } = body;
  const id = uuidv7();
  return transaction(context, async (client) => {
    const within = { ...context, client };
    await lockOpen(within, context.tokenId);
    const [{ open } = { open: 0 }] = await countOpen(within, context.tokenId);
    if (open >= MOST_OPEN)
      return refuse(
        'CONFLICT',
        `At most ${MOST_OPEN} proposals can wait for a person. Withdraw some, or wait.`,
      );
    const input = operation === 'upsertContacts' ? { ...body.input, title } : body.input;
    const frozen = await changes[operation].freeze({ ...call, context: within }, id, input);
    if ('refusal' in frozen) return beneathInput(frozen);
    // Contacts are the rows of an import, where an erasure finds them.
    const stored = operation === 'upsertContacts' ? {} : input;
    const texts = [JSON.stringify(stored), JSON.stringify(frozen.preview)];
    const by = JSON.stringify(context.actor);
    await insertProposal(within, id, title, reason, operation, ...texts, context.tokenId, by);
    await recordActivity(within, { action: 'proposal.created', subjectId: id });
    const [row] = await findProposals(within, id, null);
    return { data: toProposal(row as StoredProposal), created: `/proposals/${id}` };
  });
};

/** A refusal with its paths below `input`; a missing contact or import is a problem of it. */
const beneathInput = ({ refusal }: { refusal: Refusal }) =>
  refusal.code === 'NOT_FOUND'
    ? invalid([{ path: 'input', message: refusal.message }])
    : {
        refusal: {
          ...refusal,
          details: refusal.details.map((one) => ({ ...one, path: `input.${one.path}` })),
        },
      };

export const listProposals: Handler<'listProposals'> = async ({ context, query }) => {
  const { state = null, before = null, limit } = query;
  const rows = await listStored(context, seenBy(context), state, before, limit);
  const [{ open } = { open: 0 }] = await countOpen(context, seenBy(context));
  return { data: rows.map(toProposal), meta: { open } };
};

export const getProposal: Handler<'getProposal'> = async ({ context, id }) => {
  const [row] = await findProposals(context, id, seenBy(context));
  return row ? { data: toProposal(row) } : notFound('proposal');
};

export const listProposalRows: Handler<'listProposalRows'> = async ({ context, id, query }) => {
  const [row] = await findProposals(context, id, seenBy(context));
  if (!row) return notFound('proposal');
  if (row.state !== 'open') return { data: [], meta: { next: null } };
  return transaction(context, async (client) => {
    const { rows, next } = await changes[row.operation].listRows(
      { ...context, client },
      id,
      row.input,
      query.after ?? 0,
    );
    const hidden = { segmentsAdded: [], segmentsRemoved: [] };
    const maySee = context.scopes.includes('segments:read');
    return { data: maySee ? rows : rows.map((one) => ({ ...one, ...hidden })), meta: { next } };
  });
};

/** Runs `work` on an open proposal, which it locks; refuses one that has ended. */
async function onOpen(
  call: Call,
  work: (call: ProposalCall, row: StoredProposal) => Promise<StoredProposal | { refusal: Refusal }>,
) {
  const { context, service, id } = call;
  const done = await transaction(context, async (client) => {
    const within = { ...context, client };
    const [row] = await lockProposal(within, id, seenBy(context));
    if (!row) return notFound('proposal');
    if (row.state !== 'open')
      return refuse(
        'CONFLICT',
        row.state === 'expired' ? 'This has expired.' : `This was ${row.state} already.`,
      );
    const next = await work({ service, context: within }, row);
    if (!('refusal' in next)) await save(within, next);
    return next;
  });
  return 'refusal' in done ? done : { data: toProposal(done) };
}

const save = (context: RequestContext, { id, state, ...row }: StoredProposal) =>
  saveProposal(
    context,
    id,
    state,
    ...[row.preview, row.first_approval, row.decision, row.result].map((one) => one && JSON.stringify(one)),
  );

/** The proposal as somebody has decided on it, which is recorded. */
async function decided(
  context: RequestContext,
  row: StoredProposal,
  state: 'approved' | 'declined' | 'withdrawn',
  comment: string | null = null,
): Promise<StoredProposal> {
  const { actor } = context;
  await recordActivity(context, {
    action: `proposal.${state}`,
    subjectId: row.id,
    after: { proposedBy: row.created_by.name },
  });
  return { ...row, state, decision: { by: actor, at: new Date().toISOString(), comment } };
}

/** The proposal with the approval of the first of two people, which is recorded. */
async function approvedFirst(
  context: RequestContext,
  row: StoredProposal,
  choice: { version: string; leaveOut: string[] },
): Promise<StoredProposal> {
  await recordActivity(context, {
    action: 'proposal.approved',
    subjectId: row.id,
    after: { proposedBy: row.created_by.name, needsSecond: true },
  });
  return { ...row, first_approval: { by: context.actor, at: new Date().toISOString(), ...choice } };
}

/** Ends a proposal without doing anything. */
const end = (call: Call, state: 'declined' | 'withdrawn', comment?: string) =>
  onOpen(call, async ({ context }, row) => {
    await changes[row.operation].drop?.(context, row.id);
    return decided(context, row, state, comment);
  });

export const withdrawProposal: Handler<'withdrawProposal'> = (call) => end(call, 'withdrawn');
export const declineProposal: Handler<'declineProposal'> = (call) => end(call, 'declined', call.body.comment);

/**
 * Does what a proposal shows, for a person. If the data has changed since, previews it anew instead. Where two people must
 * approve, the second has to approve the same.
 */
export const approveProposal: Handler<'approveProposal'> = async (call) => {
  const { version, leaveOut } = call.body;
  const reply = await onOpen(call, async (call, row) => {
    const { context } = call;
    if ((await usableToken(context, row.token_id)).length === 0)
      return refuse('CONFLICT', 'The token that proposed this was revoked or has expired.');
    const change = changes[row.operation];
    const frozen = await change.freeze(call, row.id, row.input);
    if ('refusal' in frozen) return frozen;
    const { preview } = frozen;
    if (preview.version !== version) {
      await save(context, { ...row, preview, first_approval: null });
      return OUTDATED;
    }
    const by = context.actor;
    if (await needsTwo(context)) {
      if (isSame(row.created_by, by))
        return refuse('CONFLICT', 'Somebody else must approve what you proposed.');
      const first = row.first_approval;
      const chosen = leaveOut.toSorted();
      if (first?.version !== version || first.leaveOut.join() !== chosen.join())
        return approvedFirst(context, row, { version, leaveOut: chosen });
      if (isSame(first.by, by))
        return refuse('CONFLICT', 'You have approved this. It needs somebody else, too.');
    }
    const done = await change.run(call, row.id, row.input, leaveOut);
    // What it has written so far is rolled back.
    if ('refusal' in done) throw new Refused(done.refusal);
    const approved = { ...row, preview: { ...preview, ...done.counts } };
    return { ...(await decided(context, approved, 'approved')), result: done.result };
  }).catch((cause: unknown) => {
    if (cause instanceof Refused) return { refusal: cause.refusal };
    throw cause;
  });
  call.service.jobs.wake();
  return reply;
};

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

const OUTDATED = refuse(
  'PRECONDITION_FAILED',
  'The data has changed since this was shown. Look at what it does now.',
  [{ path: 'version', message: 'There is a new preview.' }],
);

const isSame = (one: { kind: string; id: string | null }, other: { kind: string; id: string | null }) =>
  one.kind === other.kind && one.id === other.id;

/** Whether the organization asks for a second person. */
async function needsTwo({ database, organizationId, client }: ProposalCall['context']): Promise<boolean> {
  const [row] = await run<{ two: boolean }>(
    database,
    { text: 'select two_approvers as two from organizations where id = $1', values: [organizationId] },
    client,
  );
  return row?.two ?? false;
}
