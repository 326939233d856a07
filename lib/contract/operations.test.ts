import { expect, test } from 'vitest';
import type * as z from 'zod';
import { toErrorDetails } from './error';
import type { Operation } from './operation';
import { operations } from './operations';

const long = 'x'.repeat(5_000);
const many = Array<string>(101).fill('none');
/** Invalid values for a field or a nested one. */
const values = [null, -1, 1.5, 1e300, true, '', 'x', long, [], ['x', null], many, {}];
const nested = values.flatMap((value) => [
  { search: value },
  { segmentId: value },
  { type: 'segments', add: value },
]);
const WORDS_OF_ZOD =
  /^(Invalid|Too|Unrecognized)\b|\b(expected|received) (one of|string|number|array|object)\b/;

test.each(Object.entries<Operation>(operations))(
  '%s never reports problems in Zod’s words',
  (_name, operation) => {
    for (const schema of [operation.query, operation.body] as (z.ZodObject | undefined)[])
      for (const field of Object.keys(schema?.shape ?? {}))
        for (const value of [...values, ...nested])
          for (const { message } of problemsOf(schema, { [field]: value }))
            expect(message).not.toMatch(WORDS_OF_ZOD);
  },
);

function problemsOf(schema: z.ZodType | undefined, value: unknown) {
  const { error } = schema?.safeParse(value) ?? {};
  return error ? toErrorDetails(error) : [];
}
