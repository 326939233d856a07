import * as z from 'zod';
import { fieldCreate, fieldOption, fieldValue } from './field';
import { BODY, count } from './text';

/** Most examples of values that a change of type would clear. */
export const TYPE_EXAMPLES = 10;

const { type, options } = fieldCreate.shape;
const ofNewType = options.describe('Of `choice` and `choices` only; made from the values if absent');

/** Body of POST /fields/{id}/type/preview. */
export const fieldTypePreview = z
  .strictObject({ type, options: ofNewType }, BODY)
  .meta({ id: 'FieldTypePreview', example: { type: 'number' } });

/** What a change of type would do to the values. */
export const fieldTypePlan = z
  .object({
    convertible: count.describe('Values that can be converted, those of contacts in the trash included'),
    inconvertible: count.describe('Values that cannot be converted, and would be cleared'),
    examples: z
      .array(z.object({ contactId: z.guid(), value: fieldValue, message: z.string(), count }))
      .describe(
        `The first ${TYPE_EXAMPLES} different values that cannot be converted, why, and how many contacts have each`,
      ),
    options: z.array(fieldOption).optional().describe('Of `choice` and `choices` only'),
  })
  .meta({ id: 'FieldTypePlan' });
export type FieldTypePlan = z.infer<typeof fieldTypePlan>;

const A_COUNT = 'A whole number from 0 on.';

/** Body of POST /fields/{id}/type. */
export const fieldTypeChange = z
  .strictObject(
    {
      type,
      options: ofNewType,
      clear: z
        .int(A_COUNT)
        .min(0, A_COUNT)
        .describe('`inconvertible` of the preview: 412 if more values would be cleared'),
    },
    BODY,
  )
  .meta({ id: 'FieldTypeChange', example: { type: 'number', clear: 3 } });

/** Query of DELETE /fields/{id}. */
export const fieldDeleteQuery = z.strictObject({
  values: z
    .string(A_COUNT)
    .regex(/^\d{1,9}$/, A_COUNT)
    .transform(Number)
    .optional()
    .meta({
      openapi: {
        type: 'integer',
        minimum: 0,
        description:
          'Number of contacts that have a value, those in the trash included: deletes these values, too',
      },
    }),
});
