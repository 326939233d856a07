import { z } from 'zod';
import { email } from './email';
import { countLimit, pageQuery, search } from './page';
import { phone } from './phone';
import { segmentIds } from './segment';
import { BODY, line, time, uuid } from './text';

/**
 * The fields of a contact beside email and phone, as a request gives them. A further one is a line here, a column with its
 * migration, and a place in the form.
 */
const details = { firstname: line(200), lastname: line(200), jobtitle: line(200), company: line(200) };
type DetailField = keyof typeof details;
/** In the order people read them. */
export const detailFields = Object.keys(details) as DetailField[];

/** The plain fields of a contact, in the order people read them. */
export const contactFields = ['email', 'phone', ...detailFields] as const;
export type ContactField = (typeof contactFields)[number];

/** The same of each field. */
const each = <Names extends string, Value>(names: readonly Names[], value: (name: Names) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Names, Value>;

/** A contact on the wire. Keys of `contact` that have no value are left out. */
export const contact = z
  .object({
    id: z.guid(),
    email: z.string().nullable(),
    phone: z.string().nullable().meta({ description: 'E.164' }),
    contact: z.object(each(detailFields, () => z.string().optional())),
    segments: z
      .array(z.object({ segmentId: z.guid(), assignedAt: time }))
      .meta({ description: 'Oldest assignment first' }),
    organizationId: z.guid(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Contact' });

export type Contact = z.infer<typeof contact>;

const fields = {
  email: email.optional(),
  phone: phone.optional(),
  ...each(detailFields, (name) => details[name].optional()),
};

export const EMAIL_OR_PHONE = 'Add an email or phone.';

/** Body of POST /contacts. Absent, `null` and blank all mean: leave what is stored. */
export const contactUpsert = z
  .strictObject(
    {
      ...fields,
      segmentIds: segmentIds.nullable().optional().meta({ description: 'Added to what is assigned' }),
      referralCode: line(64)
        .optional()
        .meta({ description: 'Redeemed together with the upsert, or the whole request fails' }),
    },
    BODY,
  )
  .refine((body) => body.email || body.phone, {
    path: ['email'],
    message: EMAIL_OR_PHONE,
    // Zod skips refinements once any field has failed; this one is about these two only.
    when: ({ value, issues }) =>
      value !== null &&
      typeof value === 'object' &&
      !Array.isArray(value) &&
      !issues.some((issue) => issue.path?.[0] === 'email' || issue.path?.[0] === 'phone'),
  })
  .meta({
    id: 'ContactUpsert',
    anyOf: (['email', 'phone'] as const).map((name) => ({
      required: [name],
      properties: { [name]: { type: 'string' } },
    })),
  });

/** Body of PUT /contacts/{id}. Absent: unchanged; `null` or blank: cleared; `segmentIds` replaces. */
export const contactUpdate = z
  .strictObject(
    {
      ...fields,
      segmentIds: segmentIds
        .nullable()
        .optional()
        .meta({ description: 'Replaces what is assigned; [] removes all' }),
    },
    BODY,
  )
  .meta({ id: 'ContactUpdate' });

export type ContactUpsert = z.input<typeof contactUpsert>;
export type ContactUpdate = z.input<typeof contactUpdate>;

export const BULK_LIMIT = 10_000;

/** Contacts named by id: 1 to 10,000, duplicates collapse. */
export const contactIds = z.strictObject(
  {
    ids: z
      .array(uuid, 'A list of contact ids.')
      .min(1, 'Give at least one id.')
      .max(BULK_LIMIT, `At most ${BULK_LIMIT.toLocaleString('en')} ids.`),
  },
  BODY,
);

export const contactSorts = ['name', 'email', 'company', 'createdAt', 'updatedAt'] as const;
export type ContactSort = (typeof contactSorts)[number];

/** `segmentId` value for contacts that are in no segment. */
export const WITHOUT_SEGMENT = 'none';

/** Whether contacts are meant that are what `segmentId` says, or all others. */
export const segmentMatch = z.enum(['any', 'none'], 'One of any, none.').default('any').meta({
  description:
    '`none` for all contacts but those that `segmentId` means: in none of these segments, and where it says `none`, in some segment',
});

const sort = z
  .enum(
    contactSorts.flatMap((name) => [name, `-${name}`] as const) as [ContactSort | `-${ContactSort}`],
    `One of ${contactSorts.join(', ')}, with a - in front for descending.`,
  )
  .default('-updatedAt' as ContactSort);

const lookedFor = (schema: typeof email, name: string) =>
  schema
    .refine((value) => value !== null, `Give the ${name} to look for.`)
    .optional()
    .meta({
      openapi: {
        type: 'string',
        description: `The contact with exactly this ${name}, in whichever way it is written`,
      },
    });

/** Query of GET /contacts. `segmentId` may be repeated: contacts in any of them, or in none. */
export const contactListQuery = z.strictObject({
  ...pageQuery,
  search: search.optional(),
  segmentId: z
    .union([z.string(), z.array(z.string())], 'A segment id, or none.')
    .transform((value) => [value].flat())
    .pipe(
      z
        .array(z.union([z.literal(WITHOUT_SEGMENT), uuid], 'A segment id, or none.'))
        .max(100, 'At most 100 segments.'),
    )
    .optional()
    .meta({
      openapi: {
        type: 'array',
        items: { type: 'string' },
        description: 'Contacts in this segment; repeat it for any of several; `none` for those in no segment',
      },
    }),
  segmentMatch,
  email: lookedFor(email, 'email'),
  phone: lookedFor(phone, 'phone'),
  sort,
  countLimit,
});

export type ContactListQuery = z.infer<typeof contactListQuery>;

/** One redeemed code of a contact. */
export const redemption = z
  .object({ referralCodeId: z.guid(), code: z.string(), label: z.string().nullable(), redeemedAt: time })
  .meta({ id: 'Redemption' });

export type Redemption = z.infer<typeof redemption>;
