import * as z from 'zod';
import { actor } from './actor';
import { contactIds } from './contact';
import { sharedFields } from './contact-fields';
import { contactFilter, fieldPath } from './contact-filter';
import { fieldTypes, fieldValue, MOST_FIELDS } from './field';
import { KEPT_LISTED, keptContact } from './kept';
import { segmentIds } from './segment';
import { BODY, count, line, requiredLine, time, uuid } from './text';

/** Types of bulk changes; the last two begin with a field (`POST /fields/{id}/type`, `DELETE /fields/{id}`). */
export const bulkChangeTypes = [
  'delete',
  'segments',
  'field',
  'purge',
  'fieldType',
  'fieldDeletion',
] as const;

/** Selects contacts by id or by filter. */
export const selection = { ids: contactIds.shape.ids.optional(), filter: contactFilter.optional() };
/** Condition under which a refinement runs even if a field has failed; Zod would skip it. */
export const isObject = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const oneOf = { message: 'Give ids or a filter.', when: isObject };

const segmentChange = z
  .strictObject({ type: z.literal('segments'), add: segmentIds, remove: segmentIds })
  .superRefine(({ add, remove }, context) => {
    if (add.length + remove.length === 0)
      context.addIssue({ code: 'custom', message: 'Give a segment to add or to remove.' });
    for (const [index, id] of remove.entries())
      if (add.includes(id))
        context.addIssue({
          code: 'custom',
          path: ['remove', index],
          message: 'This segment is also in add.',
        });
  });

/** Company, job title, or an own field such as `fields.plan`. */
const editedField = z.union(
  [z.enum(sharedFields), fieldPath],
  `One of ${sharedFields.join(', ')}, or an own field, such as fields.plan.`,
);
const SHARED_VALUE = line(200);
/** A value of such a field. The service knows the own fields, and so checks their values. */
const editedValue = z.union(
  [line(2_000), z.number(), z.boolean(), z.array(z.string()).max(MOST_FIELDS)],
  'A text, a number, true or false, or a list of options.',
);

/** The name of such a field. */
export type SetField = z.infer<typeof editedField>;

/** Refuses a value that company and job title cannot have. */
function checkShared({ field, value }: { field?: string; value?: unknown }, context: z.RefinementCtx) {
  if (value === undefined || !sharedFields.some((name) => name === field)) return;
  for (const { message } of SHARED_VALUE.safeParse(value).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['value'], message });
}

export const fieldChange = z
  .strictObject({
    type: z.literal('field'),
    field: editedField,
    value: editedValue.describe('What each contact gets; `null` clears the field'),
  })
  .superRefine(checkShared);

export const contactChange = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('delete') }),
      segmentChange,
      fieldChange,
      z.strictObject({ type: z.literal('purge') }),
    ],
    'A change has the type delete, segments, field or purge.',
  )
  .describe(
    'The change to apply to each contact; `purge` permanently deletes contacts in the trash, by ids or, with an empty filter, all of them',
  );

export type ContactChange = z.output<typeof contactChange>;

/** Whether a filter has no conditions. */
const matchesAll = (filter: z.output<typeof contactFilter>) =>
  Object.entries(filter).every(([name, value]) => value === (name === 'segmentMatch' ? 'any' : undefined));

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
        .describe('Number of contacts expected; 412 if it differs'),
      expectedFingerprint: requiredLine(64, 'The fingerprint of a count.')
        .optional()
        .describe(
          '`fingerprint` returned by `POST /contacts/segment-counts`; 412 if other contacts match by now',
        ),
    },
    BODY,
  )
  .refine(({ ids, filter }) => !ids !== !filter, oneOf)
  .refine(({ change, filter }) => change?.type !== 'purge' || !filter || matchesAll(filter), {
    path: ['filter'],
    message: 'Give the ids of contacts in the trash, or an empty filter for all of them.',
    when: isObject,
  })
  .refine(({ filter, expectedCount }) => !filter || expectedCount !== undefined, {
    path: ['expectedCount'],
    message: 'A filter needs an expectedCount.',
    when: isObject,
  })
  .meta({
    id: 'BulkChangeCreate',
    oneOf: [{ required: ['ids'] }, { required: ['filter'] }],
    dependentRequired: { filter: ['expectedCount'] },
    example: { change: { type: 'delete' }, filter: { search: 'acme' }, expectedCount: 12 },
  });

export type BulkChangeCreate = z.input<typeof bulkChangeCreate>;

const progress = {
  total: count.describe('Contacts selected'),
  processed: count.describe('Contacts processed so far, changed or not'),
  changed: count.describe('Contacts deleted, purged, or given other segments or another value'),
  gone: count.describe('Contacts that no longer existed when they were processed'),
  undone: count.describe('Contacts reverted by the undo'),
  conflicts: count.describe(
    'Contacts left in the trash because another contact now has their email or phone',
  ),
};

/** Counts of connected services, which may reject single contacts. */
const refused = {
  failed: count.optional().describe('Contacts that could not be changed'),
  problem: z.string().optional().describe('Why the first of these failed'),
};

const cleared = count.optional().describe('Values cleared by a change of type, which could not be converted');

const changedField = { fieldId: z.guid(), label: z.string() };

/** Progress, counted in contacts. `kept`: the first contacts that the undo has kept. */
export const bulkChangeProgress = z.object({
  ...progress,
  ...refused,
  cleared,
  kept: z.array(keptContact.pick({ contactId: true, reason: true })).optional(),
});

export type BulkChangeProgress = z.infer<typeof bulkChangeProgress>;

export const bulkChange = z
  .object({
    id: z.guid().describe('Also the `Deletion-Id` of a deletion'),
    change: z.discriminatedUnion('type', [
      z.object({ type: z.literal('delete') }),
      z.object({
        type: z.literal('segments'),
        add: z.array(z.guid()),
        remove: z.array(z.guid()),
        merged: z
          .object({ id: z.guid(), title: z.string() })
          .optional()
          .describe('The segment that is merged into the added one, and deleted in the end'),
      }),
      z.object({
        type: z.literal('field'),
        field: z.union([z.enum(sharedFields), fieldPath]),
        value: fieldValue.nullable(),
      }),
      z.object({ type: z.literal('purge') }),
      z.object({
        type: z.literal('fieldType').describe('The change of a field to another type'),
        ...changedField,
        from: z.enum(fieldTypes),
        to: z.enum(fieldTypes),
      }),
      z.object({
        type: z.literal('fieldDeletion').describe('The deletion of a field with its values'),
        ...changedField,
      }),
    ]),
    state: z.enum(['running', 'finished', 'cancelled', 'failed', 'undoing', 'undone']),
    undo: z.boolean().default(false).describe('Whether an undo has been started'),
    ...progress,
    ...refused,
    cleared,
    kept: z
      .array(keptContact)
      .optional()
      .describe(`The first ${KEPT_LISTED} contacts that the undo has kept, if there are any`),
    error: z.string().nullable().default(null).describe('Why it failed; `null` if it has not'),
    createdAt: time,
    createdBy: z.string(),
    actor: actor.nullable().default(null).describe('Who started it; null if unknown'),
    updatedAt: time.describe('Time of the latest progress or state change'),
  })
  .meta({ id: 'BulkChange' });

export type BulkChange = z.infer<typeof bulkChange>;

/** Bulk changes per page. */
export const BULK_CHANGES_LISTED = 20;

const UNDOABLE = 'A whole number from 1 on.';

export const bulkChangeListQuery = z.strictObject({
  createdBy: z
    .union([z.literal('me'), uuid], 'An id, or me.')
    .optional()
    .meta({
      openapi: {
        type: 'string',
        description:
          'Only changes started by this person or token; `me` for the caller, or the person the console acts for',
      },
    }),
  type: z
    .enum(bulkChangeTypes, `${bulkChangeTypes.slice(0, -1).join(', ')} or ${bulkChangeTypes.at(-1)}.`)
    .optional()
    .describe('Only changes of this type'),
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
          'Only changes that still affect at least this many contacts: not undone and, for deletions, still in the trash',
      },
    }),
  underWay: z
    .literal('true', 'true, or leave it out.')
    .optional()
    .describe('Only changes that are running or being undone'),
  before: uuid
    .optional()
    .describe('Only changes older than this one; pass the last id of a page to get the next page'),
});

const MANY = 'A whole number from 1.';
const countLimit = z
  .int(MANY)
  .min(1, MANY)
  .optional()
  .describe('Look at no more than this many of the contacts, whichever: counts may then be lower bounds');

/** Body of POST /contacts/segment-counts. */
export const segmentCountsQuery = z
  .strictObject(
    {
      ...selection,
      countLimit,
      countDoNotContact: z
        .boolean('true or false.')
        .optional()
        .describe('Also count those who must not be contacted, which takes longer'),
    },
    BODY,
  )
  .refine(({ ids, filter }) => !ids !== !filter, oneOf)
  .meta({ example: { filter: { search: 'acme' } } });

/** The number of selected contacts in each segment; empty segments are left out. */
export const segmentCounts = z
  .object({
    total: count,
    segments: z.array(z.object({ segmentId: z.guid(), count: z.int().min(1) })),
    doNotContact: count.optional().describe('With `countDoNotContact`'),
    fingerprint: z
      .string()
      .optional()
      .describe(
        'Identifies this set of contacts, regardless of their fields; send it as `expectedFingerprint`',
      ),
  })
  .meta({ id: 'SegmentCounts' });

export type SegmentCounts = z.infer<typeof segmentCounts>;

const A_LIMIT = 'A whole number from 1 to 50.';

/** Body of POST /contacts/value-counts. */
export const valueCountsQuery = z
  .strictObject(
    {
      ...selection,
      field: editedField,
      value: editedValue.optional(),
      limit: z
        .int(A_LIMIT)
        .min(1, A_LIMIT)
        .max(50, A_LIMIT)
        .default(5)
        .describe('Most other values to return'),
      each: z
        .boolean('true or false.')
        .default(false)
        .describe('Counts each option of a list by itself, in place of the lists'),
      countLimit,
    },
    BODY,
  )
  .refine(({ ids, filter }) => !ids !== !filter, oneOf)
  .superRefine(checkShared)
  .meta({ example: { filter: { search: 'acme' }, field: 'company', value: 'Acme' } });

/** Values that the selected contacts have in a field. */
export const valueCounts = z
  .object({
    total: count,
    same: count.describe('Contacts that have `value` already, or nothing where it is null'),
    empty: count.describe('Contacts without a value'),
    values: z
      .array(z.object({ value: z.string(), count: z.int().min(1) }))
      .describe(
        'The most frequent values other than `value`; case and accents are ignored, but not in own fields. A list of options is JSON',
      ),
    fingerprint: z.string().describe('As of `POST /contacts/segment-counts`'),
  })
  .meta({ id: 'ValueCounts' });

export type ValueCounts = z.infer<typeof valueCounts>;
