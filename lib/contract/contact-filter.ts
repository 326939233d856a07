import * as z from 'zod';
import { fieldName, fromNames, type SharedField, sharedFields } from './contact-fields';
import { MOST_FIELDS } from './field';
import { search } from './page';
import { instant, isTimeZone, plainName, requiredLine, uuid } from './text';

/** Value of `segmentId` for contacts in no segment. */
export const WITHOUT_SEGMENT = 'none';

/** Fields that `has` and `lacks` may name. */
export const optionalFields = ['email', 'phone', ...sharedFields] as const;
/** The name of an own field in changes, filters and errors. */
export const fieldPath = z.templateLiteral(['fields.', z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)]);
export type OptionalField = (typeof optionalFields)[number];

export const segmentMatches = ['any', 'all', 'none'] as const;

/** Periods that end today, relative to the time of the request. */
export const relativeDays = ['today', 'last-7-days', 'last-30-days', 'this-month'] as const;
export type RelativeDays = (typeof relativeDays)[number];

const ONE_SEGMENT = 'A segment id, or none.';
const ONE_FIELD = `One of ${optionalFields.join(', ')}.`;
const MOST_OPTIONAL = optionalFields.length + MOST_FIELDS;

const segmentId = z
  .array(z.union([z.literal(WITHOUT_SEGMENT), uuid], ONE_SEGMENT), 'A list of segment ids.')
  .max(100, 'At most 100 segments.');
const fields = z
  .array(z.union([z.enum(optionalFields), fieldPath], ONE_FIELD), 'A list of fields.')
  .max(MOST_OPTIONAL, 'Each field once.');
/**
 * Values of own fields by key, one or several; of a date or number also the ends of a range, by `since.from` and `since.to`, of a text a part, by `plan.contains`. The
 * service knows the fields, and so checks keys and values.
 */
const ownFields = z
  .record(
    z.string().max(80),
    z
      .union([z.string(), z.array(z.string()).max(100, 'At most 100 values.')], 'A value, or a list.')
      .transform((value) => [value].flat()),
    'An object with values for each key.',
  )
  .refine((values) => Object.keys(values).length <= 2 * MOST_FIELDS, 'Too many fields.')
  .optional();

const text = (field: string) => requiredLine(200, `Enter the ${field} to look for.`);
const days = z.enum(relativeDays, `One of ${relativeDays.join(', ')}.`).optional();

const A_TIME_ZONE = 'A time zone, for example Europe/Berlin.';
const SHORT = 'case and accents are ignored; one or two characters match only where a word begins';
const SEGMENTS = 'Contacts in these segments; `none` for contacts in no segment';
const HAS = `Contacts with a value in each of these fields: ${optionalFields.join(', ')}, or an own field, such as fields.customer_no`;
const LACKS = `Contacts without a value in any of these fields: ${optionalFields.join(', ')}, or an own field`;

const OWN =
  'Contacts with one of these values in each of the organization’s own fields, by key; of dates and numbers also from one value up to another, both included, and of texts those that contain one';

/** The schema of a list as an optional query parameter that may be repeated; `message` is the error for any other value. */
export const repeated = <List extends z.ZodType<unknown, string[]>>(
  list: List,
  { message, description }: { message: string; description: string },
) =>
  z
    .union([z.string(), z.array(z.string())], message)
    .transform((value) => [value].flat())
    .pipe(list)
    .optional()
    .meta({
      openapi: {
        type: 'array',
        items: { type: 'string' },
        description: `${description}; may be repeated`,
      },
    });

const texts = {
  ...fromNames(sharedFields, (field) =>
    repeated(z.array(text(fieldName(field))).max(100, 'At most 100 values.'), {
      message: `Enter the ${fieldName(field)} to look for.`,
      description: `Contacts with exactly this ${fieldName(field)}, or one of several; case and accents are ignored`,
    }),
  ),
  ...(Object.fromEntries(
    sharedFields.map((field) => [
      `${field}Contains`,
      text(fieldName(field))
        .optional()
        .describe(`Contacts whose ${fieldName(field)} contains this text; ${SHORT}`),
    ]),
  ) as Record<`${SharedField}Contains`, z.ZodOptional<ReturnType<typeof text>>>),
};

/** In a query text, in a body also a boolean. */
const yesOrNo: z.ZodType<'true' | 'false', 'true' | 'false'> = z.preprocess(
  (value) => (typeof value === 'boolean' ? String(value) : value),
  z.enum(['true', 'false'], 'true or false.'),
) as never;

const filters = {
  search: search.optional(),
  segmentId: segmentId.optional().describe(SEGMENTS),
  segmentMatch: z
    .enum(segmentMatches, `One of ${segmentMatches.join(', ')}.`)
    .default('any')
    .describe('Whether a contact is in any or all of the segments in `segmentId`, or in none of them'),
  has: fields.optional().describe(HAS),
  lacks: fields.optional().describe(LACKS),
  ...texts,
  fields: ownFields.meta({
    openapi: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: `${OWN}; the ends of a range as \`since.from\` and \`since.to\`, a part of a text as \`plan.contains\``,
    },
  }),
  created: days.describe('Contacts created on these days, today included, by the time of the request'),
  updated: days.describe('Contacts updated on these days, today included, by the time of the request'),
  timeZone: z
    .string(A_TIME_ZONE)
    .refine(isTimeZone, A_TIME_ZONE)
    .optional()
    .describe('Where the days of `created` and `updated` begin; UTC by default'),
  createdFrom: instant.optional().describe('Contacts created at this time or later'),
  createdTo: instant.optional().describe('Contacts created before this time'),
  updatedFrom: instant.optional().describe('Contacts updated at this time or later'),
  updatedTo: instant.optional().describe('Contacts updated before this time'),
  doNotContact: yesOrNo
    .optional()
    .meta({ openapi: { type: 'boolean', description: 'Contacts who must not be contacted, or all others' } }),
  referralCode: requiredLine(64, 'Enter the code to look for.', plainName)
    .optional()
    .describe('Contacts who redeemed this referral code'),
  importId: uuid
    .optional()
    .describe('Contacts that this import created or updated; known for 30 days, and until it is undone'),
};

/** The filters of `GET /contacts` as a request body; `{}` matches all contacts. */
export const contactFilter = z
  .strictObject(filters, 'The filter must be an object.')
  .meta({ id: 'ContactFilter' });

export type ContactFilter = z.input<typeof contactFilter>;

/** What a rule leaves out: an import is known for 30 days only, and days are those of the organization. */
const { importId: _, timeZone: __, ...ruleFilters } = filters;
const NO_CONDITION = 'A rule needs at least one condition.';
/** A filter saved as a segment, whose members are the contacts that it matches. */
export const segmentRule = z
  .strictObject(ruleFilters, 'The rule must be an object.')
  .refine(
    ({ segmentMatch, ...conditions }) =>
      Object.values(conditions).some((one) => one !== undefined && [one].flat().length > 0),
    NO_CONDITION,
  )
  .meta({ id: 'SegmentRule' });
export type SegmentRule = z.output<typeof segmentRule>;

/** The filters of `GET /contacts` as query parameters. */
export const contactFilterQuery = {
  ...filters,
  segmentId: repeated(segmentId, { message: ONE_SEGMENT, description: SEGMENTS }),
  has: repeated(fields, { message: ONE_FIELD, description: HAS }),
  lacks: repeated(fields, { message: ONE_FIELD, description: LACKS }),
  // An object of parameters, each with its own name: `collectFieldFilters`.
  fields: ownFields.meta({
    openapi: {
      type: 'object',
      patternProperties: { '^fields\\.': { type: 'array', items: { type: 'string' } } },
      additionalProperties: false,
      description: `${OWN}: \`fields.plan=pro\`, which may be repeated; \`fields.since.from=2026-01-01\`, \`fields.since.to=…\`, \`fields.plan.contains=pro\``,
    },
  }),
};

const PREFIX = 'fields.';

/** A query whose parameters `fields.plan` are one object, as in the body of a filter. */
export function collectFieldFilters(query: Record<string, unknown>): Record<string, unknown> {
  const [own, others] = [true, false].map((isOwn) =>
    Object.entries(query).filter(([name]) => name.startsWith(PREFIX) === isOwn),
  ) as [[string, unknown][], [string, unknown][]];
  if (own.length === 0) return query;
  return Object.fromEntries([
    ...others,
    ['fields', Object.fromEntries(own.map(([name, value]) => [name.slice(PREFIX.length), value]))],
  ]);
}
