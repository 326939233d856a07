import { z } from 'zod';
import { actor } from './actor';
import { contactIds, segmentMatch, WITHOUT_SEGMENT } from './contact';
import { search } from './page';
import { segmentIds } from './segment';
import { BODY, requiredLine, time, uuid } from './text';

const count = z.int().min(0);

/** The filter of `GET /contacts` in a body; `{}` is all contacts. */
export const contactFilter = z
  .strictObject(
    {
      search: search.optional(),
      segmentId: z
        .array(
          z.union([z.literal(WITHOUT_SEGMENT), uuid], 'A segment id, or none.'),
          'A list of segment ids.',
        )
        .max(100, 'At most 100 segments.')
        .optional()
        .meta({ description: 'Contacts in any of these segments; `none` for those in no segment' }),
      segmentMatch,
    },
    'A filter is an object.',
  )
  .meta({ id: 'ContactFilter' });

export type ContactFilter = z.input<typeof contactFilter>;

/** Which contacts: those named, or those that match. */
const selection = { ids: contactIds.shape.ids.optional(), filter: contactFilter.optional() };
/** Said beside whatever else is wrong: Zod skips refinements once any field has failed. */
const isObject = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const oneOf = { message: 'Give ids or a filter.', when: isObject };

const segmentChange = z
  .strictObject({ type: z.literal('segments'), add: segmentIds, remove: segmentIds })
  .superRefine(({ add, remove }, context) => {
    if (add.length + remove.length === 0)
      context.addIssue({ code: 'custom', message: 'Give a segment to add or to remove.' });
    for (const [index, id] of remove.entries())
      if (add.includes(id))
        context.addIssue({ code: 'custom', path: ['remove', index], message: 'This segment is added, too.' });
  });

export const contactChange = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('delete') }),
      segmentChange,
      z.strictObject({ type: z.literal('purge') }),
    ],
    'A change has the type delete, segments or purge.',
  )
  .meta({
    description: 'What is done to each of the contacts; `purge` deletes contacts in the trash forever',
  });

/** Body of POST /bulk-changes. */
export const bulkChangeCreate = z
  .strictObject(
    {
      change: contactChange,
      ...selection,
      expectedCount: z
        .int({ error: 'A whole number from 0 on.', abort: true })
        .min(0, 'A whole number from 0 on.')
        .optional()
        .meta({ description: 'How many contacts it is meant for; 412 when there are more or fewer' }),
      expectedFingerprint: requiredLine(64, 'The fingerprint of a count.').optional().meta({
        description: 'Which contacts it is meant for, by what counting them said; 412 when they are others',
      }),
    },
    BODY,
  )
  .refine(({ ids, filter }) => !ids !== !filter, oneOf)
  .refine(({ change, filter }) => change?.type !== 'purge' || !filter, {
    path: ['filter'],
    message: 'Give the ids of contacts in the trash.',
    when: isObject,
  })
  .refine(({ filter, expectedCount }) => !filter || expectedCount !== undefined, {
    path: ['expectedCount'],
    message: 'A filter needs the count that is expected to match.',
    when: isObject,
  })
  .meta({
    id: 'BulkChangeCreate',
    oneOf: [{ required: ['ids'] }, { required: ['filter'] }],
    dependentRequired: { filter: ['expectedCount'] },
    example: { change: { type: 'delete' }, filter: { search: 'acme' }, expectedCount: 12 },
  });

export type BulkChangeCreate = z.input<typeof bulkChangeCreate>;

export const bulkChangeStates = ['running', 'finished', 'cancelled', 'failed', 'undoing', 'undone'] as const;

const progress = {
  total: count.meta({ description: 'Contacts it is for' }),
  processed: count.meta({ description: 'Contacts done so far, changed or not' }),
  changed: count.meta({ description: 'Contacts deleted or purged, or whose segments changed' }),
  gone: count.meta({
    description: 'Contacts that had been deleted before their turn; the others needed no change',
  }),
  undone: count.meta({ description: 'Contacts put back as they were' }),
  conflicts: count.meta({
    description: 'Contacts that stay in the trash: another contact has their email or phone now',
  }),
};

/** At a connected service, which may refuse single contacts. */
const refused = {
  failed: count.optional().meta({ description: 'Contacts that could not be changed' }),
  problem: z.string().optional().meta({ description: 'Why the first of those could not' }),
};

/** How far a bulk change is, in contacts. */
export type BulkChangeProgress = { [Name in keyof typeof progress]: number } & {
  failed?: number;
  problem?: string;
};

/** A change of many contacts. */
export const bulkChange = z
  .object({
    id: z.guid().meta({ description: 'Also the id of the deletion' }),
    change: z.discriminatedUnion('type', [
      z.object({ type: z.literal('delete') }),
      z.object({ type: z.literal('segments'), add: z.array(z.guid()), remove: z.array(z.guid()) }),
      z.object({ type: z.literal('purge') }),
    ]),
    state: z.enum(bulkChangeStates),
    undo: z.boolean().default(false).meta({ description: 'Whether its undo was begun' }),
    ...progress,
    ...refused,
    error: z.string().nullable().default(null).meta({ description: 'Why it failed; `null` unless it did' }),
    createdAt: time,
    createdBy: z.string(),
    actor: actor.nullable().default(null).meta({ description: 'Who made it, where that is known' }),
    updatedAt: time.meta({ description: 'Of its last progress or change of state' }),
  })
  .meta({ id: 'BulkChange' });

export type BulkChange = z.infer<typeof bulkChange>;

const UNDOABLE = 'A whole number from 1 on.';

export const bulkChangeListQuery = z.strictObject({
  createdBy: z
    .union([z.literal('me'), uuid], 'An id, or me.')
    .optional()
    .meta({
      openapi: {
        type: 'string',
        description:
          'Only those that the person or token with this id made; `me`: who calls, or the person that the console calls for',
      },
    }),
  type: z
    .enum(['delete', 'segments', 'purge'], 'delete, segments or purge.')
    .optional()
    .meta({ description: 'Only those of this type' }),
  undoable: z
    .string(UNDOABLE)
    .regex(/^[1-9]\d{0,8}$/, UNDOABLE)
    .transform(Number)
    .optional()
    .meta({
      openapi: {
        type: 'integer',
        minimum: 1,
        description:
          'Only those by which at least so many contacts are changed still: not put back, and of a deletion still in the trash',
      },
    }),
  underWay: z
    .literal('true', 'true, or leave it out.')
    .optional()
    .meta({ description: 'Only those that run or are being undone' }),
  before: uuid
    .optional()
    .meta({ description: 'Only those made before the one with this id: what follows the last of an answer' }),
});

/** Body of POST /contacts/segment-counts. */
export const segmentCountsQuery = z
  .strictObject(selection, BODY)
  .refine(({ ids, filter }) => !ids !== !filter, oneOf)
  .meta({ example: { filter: { search: 'acme' } } });

/** Of `total` contacts that are there, how many are in each segment; segments that none is in are left out. */
export const segmentCounts = z
  .object({
    total: count,
    segments: z.array(z.object({ segmentId: z.guid(), count: z.int().min(1) })),
    fingerprint: z.string().optional().meta({
      description:
        'The same as long as it is the same contacts, whatever they are like; for `expectedFingerprint`',
    }),
  })
  .meta({ id: 'SegmentCounts' });

export type SegmentCounts = z.infer<typeof segmentCounts>;
