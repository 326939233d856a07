import * as z from 'zod';
import { actor } from './actor';
import { type SegmentRule, segmentRule } from './contact-filter';
import { fieldValue } from './field';
import { wholeNumber } from './page';
import { BODY, count, line, plainName, requiredLine, time, uuid } from './text';

/** Days of `GET /segments/{id}/growth`, unless others are asked for. */
export const GROWTH_DAYS = 90;
/** Most days of `GET /segments/{id}/growth`. */
const MOST_GROWTH_DAYS = 365;
/** Days of the counts in a list with `include=growth`. */
export const LISTED_DAYS = 30;

/** A segment as listed by `GET /segments`. */
export const segment = z
  .object({
    id: z.guid(),
    title: z.string(),
    color: z.string().nullable().meta({ description: '`#rrggbb`, lower case', example: '#2563eb' }),
    description: z.string().optional().describe('Left out if there is none'),
    rule: z
      .custom<SegmentRule>()
      .optional()
      .meta({
        openapi: {
          type: 'object',
          description:
            'Only of a segment by rule, as it was given: its contacts are those that match, and nobody is assigned to it',
        },
      }),
    ruleProblem: z
      .string()
      .optional()
      .describe(
        'Only of a rule that names something deleted or archived: it has no contacts until that is mended',
      ),
    contactCount: count.optional().describe('Only with `include`'),
    createdAt: time.optional().describe('Only with `include`'),
    growth: z
      .object({
        added: count.describe('Assignments within the last 7 days, today included'),
        removed: count.describe('Contacts that left within the last 7 days'),
        counts: z
          .array(count)
          .describe(`Contacts at the end of each of the last ${LISTED_DAYS} days (UTC), oldest first`),
      })
      .optional()
      .describe('Only with `include=growth`'),
  })
  .meta({ id: 'Segment' });

export type Segment = z.infer<typeof segment>;

/** A deleted segment, kept until it is restored or purged. */
export const deletedSegment = segment
  .extend({
    contactCount: count.describe('Number of contacts when it was deleted'),
    createdAt: time,
    deletedAt: time,
    purgeAt: time,
    deletedBy: z.string(),
    actor: actor.nullable().default(null).describe('Who deleted it; null if unknown'),
  })
  .meta({ id: 'DeletedSegment' });

export type DeletedSegment = z.infer<typeof deletedSegment>;

export const segmentListQuery = z.strictObject({
  include: z
    .enum(['contactCount', 'growth'], 'contactCount or growth.')
    .optional()
    .describe('Adds the number of contacts, or that and the growth'),
});

export const segmentGrowthQuery = z.strictObject({ days: wholeNumber(MOST_GROWTH_DAYS, GROWTH_DAYS) });

/** A day (UTC) of a segment. */
export const segmentDay = z
  .object({
    day: z.iso.date(),
    added: count.describe('Contacts that came: assigned, created with it, or restored from the trash'),
    removed: count.describe('Contacts that left: unassigned or deleted'),
    count: count.describe('Contacts at the end of the day'),
  })
  .meta({ id: 'SegmentDay' });

export type SegmentDay = z.infer<typeof segmentDay>;

/** Moves listed by `GET /segments/{id}/moves`. */
export const MOVES_LISTED = 20;

/** What moved a contact in or out of a segment by rule. */
const cause = z.object({
  type: z.enum(['change', 'time']).describe('A change of the contact or the rule, or the days that passed'),
  activityId: z.guid().optional(),
  action: z.string().optional(),
  actor: actor.optional(),
  before: z.record(z.string(), z.unknown()).nullable().optional(),
  after: z.record(z.string(), z.unknown()).nullable().optional(),
});
export type MoveCause = z.infer<typeof cause>;

/** A contact that came to a segment or left it. */
export const segmentMove = z
  .object({
    at: time,
    type: z.enum(['added', 'removed']),
    contactId: z.guid(),
    name: z.string().describe('Its current name, or else its email or phone'),
    cause: cause
      .optional()
      .describe('Only of a segment by rule; what has changed only with the scope `activity:read`'),
  })
  .meta({ id: 'SegmentMove' });

export type SegmentMove = z.infer<typeof segmentMove>;

export const membershipQuery = z.strictObject({ contactId: uuid.describe('The contact') });

/** Whether a contact is in a segment, why and since when. */
export const membership = z
  .object({
    in: z.boolean(),
    since: time.nullable().describe('When that began; null before the activity that is kept'),
    cause: cause.nullable().describe('What began it'),
    conditions: z
      .array(
        z.object({
          name: z.string().describe('A property of the rule; `fields.plan` for one of own fields'),
          asked: z.union([z.string(), z.array(z.string())]),
          holds: z.boolean(),
          value: fieldValue.nullable().describe('What the contact has; null without a value'),
        }),
      )
      .describe('Of the rule; none for a segment that contacts are assigned to'),
  })
  .meta({ id: 'Membership' });

export type Membership = z.infer<typeof membership>;

const title = requiredLine(100, 'A name is required.', plainName);
const color = z
  .string('Write the color as #rrggbb.')
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, 'Write the color as #rrggbb.')
  .transform((value) => value.toLowerCase())
  .meta({ openapi: { type: 'string', pattern: '^\\s*#[0-9a-fA-F]{6}\\s*$', example: '#2563eb' } });

/** Titles are unique in an organization, ignoring case; a duplicate is a 409 at `title`. */
export const segmentCreate = z.strictObject(
  { title, color: color.optional(), description: line(500).optional(), rule: segmentRule.optional() },
  BODY,
);
/** Absent fields stay; a `description` that is null or blank is cleared. */
export const segmentUpdate = segmentCreate.partial().extend({
  rule: segmentRule
    .nullable()
    .optional()
    .describe('Contacts that are assigned stay assigned, unseen, until the rule is taken away with null'),
  expectedRule: segmentRule
    .nullable()
    .optional()
    .describe('The rule that the change is based on, null for none; 412 if it has changed since'),
});

/** Contacts whose names a preview of a rule has. */
export const RULE_NAMES = 20;
/** Body of POST /segments/{id}/rule/preview. */
export const segmentRuleChange = z
  .strictObject({ rule: segmentRule.nullable().describe('null for a segment by hand') }, BODY)
  .meta({ example: { rule: { company: ['Acme'] } } });
const movedContacts = z.object({
  count,
  contacts: z
    .array(z.object({ id: z.guid(), name: z.string().describe('Or else its email or phone') }))
    .describe(`The first ${RULE_NAMES}, by name`),
});
/** Who would join and leave a segment with another rule. */
export const segmentRulePreview = z
  .object({ joins: movedContacts, leaves: movedContacts })
  .meta({ id: 'SegmentRulePreview' });

export type SegmentRulePreview = z.infer<typeof segmentRulePreview>;

/** Body of POST /segments/{id}/merge. */
export const segmentMerge = z.strictObject({ into: uuid.describe('The segment that stays') }, BODY);

/** Body of POST /trash/segments/{id}/restore: a new title, if the old one is taken. */
export const segmentRestore = z
  .strictObject({ title: title.optional() }, BODY)
  .meta({ example: { title: 'VIP 2' } });

/** Body of DELETE /trash/segments. */
export const segmentPurge = z.strictObject(
  {
    ids: z
      .array(uuid, 'A list of segment ids.')
      .min(1, 'Give at least one id.')
      .max(1_000, 'At most 1,000 ids.'),
  },
  BODY,
);

/** Distinct colors, legible as chips in both themes; new segments take the next one. */
export const segmentPalette = [
  '#2563eb',
  '#0891b2',
  '#0d9488',
  '#16a34a',
  '#65a30d',
  '#ca8a04',
  '#ea580c',
  '#dc2626',
  '#db2777',
  '#c026d3',
  '#7c3aed',
  '#475569',
] as const;

export const segmentIds = z.array(uuid, 'A list of segment ids.').max(100, 'At most 100 segments.');
