import * as z from 'zod';
import { actor } from './actor';
import { contactChange, isObject, oneOf, selection } from './bulk-change';
import { changedOrOwnField } from './contact';
import { contactBatch } from './contact-batch';
import { contactMerge } from './merge';
import { wholeNumber } from './page';
import { segmentCreate } from './segment';
import { BODY, count, paragraphs, requiredLine, time, uuid } from './text';

/** Operations that can be proposed. */
export const proposedOperations = [
  'upsertContacts',
  'createBulkChange',
  'mergeContacts',
  'createSegment',
  'runImport',
] as const;
export type ProposedOperation = (typeof proposedOperations)[number];

/** Open proposals that a token may have. */
export const MOST_OPEN = 50;
/** Most contacts that one proposal changes. */
export const MOST_PROPOSED = 100_000;
/** Rows in an answer, and most rows that an approval leaves out. */
export const PROPOSAL_ROWS_LISTED = 100;
const MOST_LEFT_OUT = 1_000;
export const PROPOSAL_DAYS = 30;

const INPUT = 'An object: what the operation takes.';
const inputs = {
  upsertContacts: contactBatch,
  createBulkChange: z
    .strictObject({ change: contactChange, ...selection }, INPUT)
    .refine(({ ids, filter }) => !ids !== !filter, oneOf)
    .refine(({ change }) => change?.type !== 'purge', {
      path: ['change', 'type'],
      message: 'What cannot be undone cannot be proposed.',
      when: isObject,
    }),
  mergeContacts: contactMerge
    .omit({ fromMatch: true })
    .extend({ id: uuid.describe('The contact that stays') }),
  createSegment: segmentCreate,
  runImport: z.strictObject({ importId: uuid.describe('An import that is planned, and has not run') }, INPUT),
} satisfies Record<ProposedOperation, z.ZodType>;

const TITLE = 'Say in a few words what should change.';
const words = {
  title: requiredLine(200, TITLE),
  reason: paragraphs(2_000, 'Say why.'),
};
const proposed = <N extends ProposedOperation>(operation: N) =>
  z.strictObject({ ...words, operation: z.literal(operation), input: inputs[operation] }, BODY);

/** Body of POST /proposals. */
export const proposalCreate = z
  .discriminatedUnion(
    'operation',
    [
      proposed('upsertContacts'),
      proposed('createBulkChange'),
      proposed('mergeContacts'),
      proposed('createSegment'),
      proposed('runImport'),
    ],
    {
      error: ({ input }) => (isObject({ value: input }) ? `One of ${proposedOperations.join(', ')}.` : BODY),
    },
  )
  .meta({
    id: 'ProposalCreate',
    example: {
      title: 'Correct an email',
      reason: 'Ada wrote from her new address.',
      operation: 'upsertContacts',
      input: { contacts: [{ email: 'ada@example.com', phone: '+4930901820' }] },
    },
  });

export type ProposalCreate = z.input<typeof proposalCreate>;

export const proposalStates = ['open', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** What approving would do, as counts; `GET /proposals/{id}/rows` has it row by row. */
export const proposalPreview = z
  .object({
    version: z.string().describe('Changes with what the preview shows; an approval names it'),
    total: count.describe('Rows: contacts, or the segment'),
    created: count,
    updated: count,
    deleted: count,
    unchanged: count,
    conflicts: count.describe('Rows that would not be written'),
    members: count.optional().describe('Of a segment: contacts that match its rule'),
  })
  .meta({ id: 'ProposalPreview' });

export type ProposalPreview = z.infer<typeof proposalPreview>;

const decision = z.object({ by: actor, at: time });

/** Somebody's request for a change, which a person approves or declines. */
export const proposal = z
  .object({
    id: z.guid(),
    title: z.string().describe("The proposer's words, plain text"),
    reason: z.string().describe("The proposer's words, plain text; may have line breaks"),
    operation: z.enum(proposedOperations),
    input: z
      .record(z.string(), z.unknown())
      .describe('As it was given; the contacts of `upsertContacts` are among the rows instead'),
    state: z.enum(proposalStates),
    preview: proposalPreview.describe('What approving would do; once approved, without the rows left out'),
    actor: actor.describe('Who proposed it'),
    createdAt: time,
    expiresAt: time,
    firstApproval: decision
      .extend({ leaveOut: z.array(z.string()) })
      .nullable()
      .describe('Where two people must approve: the approval of the first'),
    decision: decision
      .extend({ comment: z.string().nullable().describe('Why it was declined') })
      .nullable()
      .describe('Who approved, declined or withdrew it'),
    result: z
      .object({ type: z.enum(['bulkChange', 'import', 'merge', 'segment']), id: z.guid() })
      .nullable()
      .describe('What the approval started; each can be undone'),
  })
  .meta({ id: 'Proposal' });

export type Proposal = z.infer<typeof proposal>;

/** What approving would do to one contact. */
export const proposalRow = z
  .object({
    key: z.string().describe('Names the row in `leaveOut` of an approval'),
    contactId: z.guid().nullable().describe('null for a new one'),
    name: z.string().describe('Or else its email or phone'),
    email: z
      .string()
      .nullable()
      .describe('As it is stored; the given one of a contact that is new or would not be written'),
    outcome: z.enum(['created', 'updated', 'deleted', 'merged', 'unchanged', 'conflict', 'gone']),
    changes: z.array(changedOrOwnField),
    segmentsAdded: z.array(z.string()).describe('Titles'),
    segmentsRemoved: z.array(z.string()).describe('Titles'),
    also: z.array(z.string()).describe('What else it does, in words: a mark, a note, a redeemed code'),
    problems: z.array(z.string()).describe('Why the row, or part of it, would not be written'),
  })
  .meta({ id: 'ProposalRow' });

export type ProposalRow = z.infer<typeof proposalRow>;

export const proposalRowsMeta = z.object({
  next: z.int().nullable().describe('`after` of the next page; null on the last'),
});

const AFTER = 'A number that `next` had.';
export const proposalRowsQuery = z.strictObject({
  after: z
    .string(AFTER)
    .regex(/^\d{1,9}$/, AFTER)
    .transform(Number)
    .optional()
    .meta({ openapi: { type: 'integer', minimum: 0, description: '`next` of the page before' } }),
});

/** Most proposals of a page. */
export const PROPOSALS_LISTED = 50;

export const proposalListQuery = z.strictObject({
  state: z
    .enum(['open', 'ended'], 'open or ended.')
    .optional()
    .describe('Only those that wait for a person, or only the others'),
  limit: wholeNumber(PROPOSALS_LISTED, PROPOSALS_LISTED),
  before: uuid.optional().describe('Only proposals older than this one: the last id of a page'),
});

/** Body of POST /proposals/{id}/approve. */
export const proposalApproval = z
  .strictObject(
    {
      version: requiredLine(200, 'The version of the preview.').describe(
        '`preview.version`; 412 if the data has changed since, with a new preview',
      ),
      leaveOut: z
        .array(requiredLine(64, 'The key of a row.'), 'A list of keys.')
        .max(MOST_LEFT_OUT, `At most ${MOST_LEFT_OUT.toLocaleString('en')} rows.`)
        .default([])
        .describe('Keys of rows that shall not be changed'),
    },
    BODY,
  )
  .meta({ example: { version: '1', leaveOut: [] } });

/** Body of POST /proposals/{id}/decline. */
export const proposalDecline = z
  .strictObject({ comment: paragraphs(500, 'Say why.').optional().describe('Why, for the proposer') }, BODY)
  .meta({ example: { comment: 'These people have asked to stay.' } });
