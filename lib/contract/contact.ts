import * as z from 'zod';
import { actor } from './actor';
import { contactFieldInfo, contactFields, detailFields, fromNames } from './contact-fields';
import { contactFilterQuery, fieldPath, repeated } from './contact-filter';
import { doNotContact } from './do-not-contact';
import { email } from './email';
import { fieldValue, MOST_FIELDS } from './field';
import { countLimit, pageQuery } from './page';
import { phone } from './phone';
import { segmentIds } from './segment';
import { BODY, line, plainName, time, uuid } from './text';

/** A field of a contact that changes. */
export const changedField = z.object({
  field: z.enum(contactFields),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** The same, or one of the organization's own. */
export const changedOrOwnField = z.union([
  changedField,
  z.object({ field: fieldPath, before: fieldValue.nullable(), after: fieldValue.nullable() }),
]);

/** A contact on the wire. Empty keys of `contact` are left out, as are `fields` and `doNotContact` without a value. */
export const contact = z
  .object({
    id: z.guid(),
    email: z.string().nullable(),
    phone: z.string().nullable().describe('E.164'),
    contact: z.object(fromNames(detailFields, () => z.string().optional())),
    fields: z
      .record(z.string(), fieldValue)
      .optional()
      .describe('Values of the organization’s own fields, by key; numbers and dates are text'),
    segments: z
      .array(z.object({ segmentId: z.guid(), assignedAt: time }))
      .describe('Oldest assignment first'),
    ruleSegments: z
      .array(z.guid())
      .optional()
      .describe(
        'Ids of the segments by rule that it is in now; only in `GET /contacts` and `GET /contacts/{id}`, in organizations with such segments',
      ),
    doNotContact: doNotContact.optional().describe('Only of contacts who must not be contacted'),
    organizationId: z.guid(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Contact' });

export type Contact = z.infer<typeof contact>;

const fields = {
  email: email.optional(),
  phone: phone.optional(),
  ...fromNames(detailFields, (name) => line(contactFieldInfo[name].length).optional()),
};

/** Values of own fields in a request. The service knows the fields, and so checks keys and values. */
const ownFields = z
  .looseObject({}, 'An object with a value for each key.')
  .refine((values) => Object.keys(values).length <= MOST_FIELDS, `At most ${MOST_FIELDS} fields.`)
  .meta({
    openapi: {
      type: 'object',
      description:
        'Values of the organization’s own fields (`GET /fields`), by key. Dates are `YYYY-MM-DD`; numbers may be text, which keeps their digits',
      additionalProperties: {
        anyOf: [
          { type: ['string', 'number', 'boolean', 'null'] },
          { type: 'array', items: { type: 'string' } },
        ],
      },
    },
  });

export const EMAIL_OR_PHONE = 'Add an email or phone.';

/** Whether own fields in a request may name a contact: only the service knows which of them are ids. */
export const mayHaveId = (values: unknown): boolean =>
  typeof values === 'object' &&
  values !== null &&
  Object.values(values).some((value) => typeof value === 'string' && value.trim() !== '');

/** Body of POST /contacts. Absent, `null` and blank fields keep the stored value. */
export const contactUpsert = z
  .strictObject(
    {
      ...fields,
      fields: ownFields.optional(),
      segmentIds: segmentIds.nullable().optional().describe('Segments to add; existing assignments stay'),
      referralCode: line(64, plainName)
        .optional()
        .describe('Referral code to redeem; if it cannot be redeemed, the whole request fails'),
    },
    BODY,
  )
  .refine((body) => body.email || body.phone || mayHaveId(body.fields), {
    path: ['email'],
    message: EMAIL_OR_PHONE,
    // Zod skips refinements once any field has failed; this one depends only on email and phone.
    when: ({ value, issues }) =>
      value !== null &&
      typeof value === 'object' &&
      !Array.isArray(value) &&
      !issues.some((issue) => issue.path?.[0] === 'email' || issue.path?.[0] === 'phone'),
  })
  .meta({
    id: 'ContactUpsert',
    anyOf: [
      ...(['email', 'phone'] as const).map((name) => ({
        required: [name],
        properties: { [name]: { type: 'string' } },
      })),
      // An id of an existing contact.
      { required: ['fields'] },
    ],
  });

/** Body of PUT /contacts/{id}. Absent fields stay, `null` and blank ones are cleared. */
export const contactUpdate = z
  .strictObject(
    {
      ...fields,
      fields: ownFields.optional(),
      segmentIds: segmentIds.nullable().optional().describe('Replaces all assignments; `[]` removes them'),
    },
    BODY,
  )
  .meta({ id: 'ContactUpdate' });

export type ContactUpsert = z.input<typeof contactUpsert>;
export type ContactUpdate = z.input<typeof contactUpdate>;

export const BULK_LIMIT = 10_000;

/** 1 to 10,000 contact ids; duplicates count once. */
export const contactIds = z.strictObject(
  {
    ids: z
      .array(uuid, 'A list of contact ids.')
      .min(1, 'Give at least one id.')
      .max(BULK_LIMIT, `At most ${BULK_LIMIT.toLocaleString('en')} ids.`),
  },
  BODY,
);

export const contactSorts = [
  'name',
  'email',
  'phone',
  'jobtitle',
  'company',
  'segments',
  'createdAt',
  'updatedAt',
  'redemptions',
  'lastNote',
] as const;
export type ContactSort = (typeof contactSorts)[number];

const A_SORT = `One of ${contactSorts.join(', ')}, or an own field such as fields.plan, prefixed with - for descending order.`;
export const contactSort = z.union(
  [
    z.enum(contactSorts.flatMap((name) => [name, `-${name}`] as const) as [ContactSort | `-${ContactSort}`]),
    fieldPath,
    z.templateLiteral(['-', fieldPath]),
  ],
  A_SORT,
);

const SORT =
  'Without one, contacts keep their places: the oldest first, new ones at the end. By `updatedAt`, a contact moves when it changes. By `segments` is by how many, by `redemptions` and `lastNote` by the time of the latest; contacts without one, without a phone or without a value in an own field are last. These compare all contacts that match';
const sort = contactSort
  .default('createdAt')
  .meta({ openapi: { type: 'string', default: 'createdAt', description: `${A_SORT} ${SORT}` } });

const addresses: Record<'email' | 'phone', z.ZodType<string | null>> = {
  email,
  // An unencoded plus arrives as a space.
  phone: z.preprocess((value) => (typeof value === 'string' ? value.replace(/^ (?=\d)/, '+') : value), phone),
};

/**
 * The schema of an email or phone as an optional query parameter, which must not be blank. `purpose` completes the message
 * `Enter the email to …`.
 */
export const addressQuery = (name: 'email' | 'phone', purpose: string, description: string) =>
  addresses[name]
    .refine((value) => value !== null, `Enter the ${name} to ${purpose}.`)
    .optional()
    .meta({ openapi: { type: 'string', description } });
const addressLookup = (name: 'email' | 'phone') =>
  addressQuery(name, 'look for', `The contact with exactly this ${name}, in any notation`);

/** What a list adds to its contacts on request. */
export const contactIncludes = ['addedBy', 'redemptions', 'lastNote'] as const;
export type ContactInclude = (typeof contactIncludes)[number];

const ONE_INCLUDE = `One of ${contactIncludes.join(', ')}.`;
const includes = z
  .array(z.enum(contactIncludes, ONE_INCLUDE), 'A list of names.')
  .max(contactIncludes.length, 'Each name once.');

/** Query of GET /contacts. */
export const contactListQuery = z.strictObject({
  ...pageQuery,
  ...contactFilterQuery,
  email: addressLookup('email'),
  phone: addressLookup('phone'),
  sort,
  countLimit,
  include: repeated(includes, {
    message: ONE_INCLUDE,
    description: 'What to add to each contact; `addedBy` needs the scope `activity:read`',
  }),
});

export type ContactListQuery = z.infer<typeof contactListQuery>;

/** A referral code that a contact has redeemed. */
export const redemption = z
  .object({ referralCodeId: z.guid(), code: z.string(), label: z.string().nullable(), redeemedAt: time })
  .meta({ id: 'Redemption' });

export type Redemption = z.infer<typeof redemption>;

/** A contact in a list, with what the list was asked to include. */
export const listedContact = contact
  .extend({
    addedBy: actor
      .nullable()
      .optional()
      .describe('With `include=addedBy`: who created it; null if that is no longer recorded'),
    redemptions: z.array(redemption).optional().describe('With `include=redemptions`: oldest first'),
    lastNote: z
      .object({ text: z.string().describe('Its first 200 characters'), author: actor, createdAt: time })
      .nullable()
      .optional()
      .describe('With `include=lastNote`: the latest note'),
  })
  .meta({ id: 'ListedContact' });

export type ListedContact = z.infer<typeof listedContact>;
export type Included = Pick<ListedContact, ContactInclude>;
