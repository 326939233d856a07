import * as z from 'zod';
import { BODY, count, requiredLine, time } from './text';

/** Types of fields that an organization defines. */
export const fieldTypes = ['text', 'number', 'date', 'boolean', 'choice', 'choices', 'link', 'id'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Most fields of an organization, and most options of a field. */
export const MOST_FIELDS = 100;

/** The form of keys of fields and of values of options. */
const FIELD_KEY = /^[a-z][a-z0-9_]{0,63}$/;
/** Whether a field can have this key. */
export const isFieldKey = (key: string): boolean => FIELD_KEY.test(key);
const A_KEY = 'A lowercase letter, then up to 63 lowercase letters, digits and underscores.';
/** The schema of a key. `constructor` would be a property of every object. */
const key = z
  .string(A_KEY)
  .regex(FIELD_KEY, A_KEY)
  .refine((value) => value !== 'constructor', 'This key is reserved.')
  .meta({ openapi: { type: 'string', pattern: FIELD_KEY.source, example: 'customer_no' } });

/** A value of a field on the wire. */
export const fieldValue = z.union([z.string(), z.boolean(), z.array(z.string())]);
export type FieldValue = z.infer<typeof fieldValue>;
/** Values by the keys of their fields. */
export type FieldValues = Record<string, FieldValue>;

const color = z
  .string('Write the color as #rrggbb.')
  .regex(/^#[0-9a-f]{6}$/i, 'Write the color as #rrggbb.')
  .transform((value) => value.toLowerCase())
  .meta({ openapi: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', example: '#2563eb' } });

export const fieldOption = z.object({
  value: z.string().describe('What contacts have; it never changes'),
  label: z.string(),
  color: z.string().nullable(),
});
export type FieldOption = z.infer<typeof fieldOption>;

/** A field as listed by `GET /fields`. */
export const field = z
  .object({
    id: z.guid(),
    key: z.string().describe('Its name in `fields` of contacts; it never changes'),
    label: z.string(),
    type: z.enum(fieldTypes),
    options: z.array(fieldOption).optional().describe('Of `choice` and `choices` only'),
    position: count.describe('Its place in the order of fields, from 1'),
    archived: z.boolean().describe('Hidden everywhere; contacts keep their values'),
    createdAt: time,
  })
  .meta({ id: 'Field' });

export type Field = z.infer<typeof field>;

/** What the rules of values need to know of a field. */
export type FieldDefinition = Pick<Field, 'key' | 'type'> & { options: FieldOption[] };

const label = requiredLine(100, 'A label is required.');
const option = z.strictObject(
  {
    value: key.optional().describe('Made from the label if absent'),
    label,
    color: color.nullable().optional(),
  },
  'An option has a label, and may have a value and a color.',
);
const options = z
  .array(option, 'A list of options.')
  .min(1, 'Give at least one option.')
  .max(MOST_FIELDS, `At most ${MOST_FIELDS} options.`);

/** Whether fields of a type have options. */
export const hasOptions = (type: FieldType): boolean => type === 'choice' || type === 'choices';

const type = z.enum(fieldTypes, `One of ${fieldTypes.join(', ')}.`);

/** Body of POST /fields. */
export const fieldCreate = z
  .strictObject(
    {
      label,
      type,
      key: key.optional().describe('Made from the label if absent; it never changes'),
      options: options.optional().describe('Of `choice` and `choices` only'),
    },
    BODY,
  )
  .superRefine(({ type, options }, context) => {
    const message = hasOptions(type) ? 'Give at least one option.' : 'Only choices have options.';
    if (hasOptions(type) !== Boolean(options))
      context.addIssue({ code: 'custom', path: ['options'], message });
  })
  .meta({ id: 'FieldCreate', example: { label: 'Customer no.', type: 'text', key: 'customer_no' } });

/** A field that an import creates. */
export const newField = z
  .strictObject({ key, label, type }, 'A field has key, label and type.')
  .meta({ id: 'NewField' });
export type NewField = z.infer<typeof newField>;

/** Body of PUT /fields/{id}. Absent properties stay. */
export const fieldUpdate = z
  .strictObject(
    {
      label: label.optional(),
      options: options
        .optional()
        .describe('All options in their order; one may be left out if no contact has it'),
      position: z
        .int(`A number from 1 to ${MOST_FIELDS}.`)
        .min(1, `A number from 1 to ${MOST_FIELDS}.`)
        .max(MOST_FIELDS, `A number from 1 to ${MOST_FIELDS}.`)
        .optional()
        .describe('Moves it there; others make room'),
      archived: z.boolean('true or false.').optional(),
    },
    BODY,
  )
  .meta({ id: 'FieldUpdate' });
