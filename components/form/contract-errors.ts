import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod';
import { type ErrorDetail, toErrorDetails } from '@/lib/contract/error';

/**
 * Assigns error `details` to form fields, the first to each: `segmentIds.2` belongs to `segmentIds`, `fields.plan` to
 * `fields:plan`. `form` has those of no field.
 */
export function assignErrors<F extends string>(details: readonly ErrorDetail[], fields: readonly F[]) {
  const sorted: { fields: Partial<Record<F, string>>; form: string[] } = { fields: {}, form: [] };
  for (const { path, message } of details) {
    const field = fields.find((name) => `${path}.`.startsWith(`${name.replace(':', '.')}.`));
    if (field === undefined) sorted.form.push(path === '' ? message : `${path}: ${message}`);
    else sorted.fields[field] ??= message;
  }
  return sorted;
}

/** A form resolver that validates by the contract. `check` returns the problems of the values. */
export function contractResolver<V extends FieldValues>(
  check: (values: V) => ErrorDetail[],
  fields: readonly Extract<keyof V, string>[],
): Resolver<V> {
  return (values) => {
    const details = check(values);
    if (details.length === 0) return { values, errors: {} };
    const { fields: wrong, form } = assignErrors(details, fields);
    const messages = Object.entries({ ...wrong, ...(form.length > 0 && { root: form.join(' ') }) });
    const errors = messages.map(([name, message]) => [name, { type: 'contract', message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<V> };
  };
}

/** Problems that a contract schema finds in a request. */
export function findProblems(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : toErrorDetails(parsed.error);
}
