import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod';
import { detailsOf, type ErrorDetail } from '@/lib/contract/error';

interface SortedErrors<F extends string> {
  fields: Partial<Record<F, string>>;
  /** Problems without a field, shown above the form. */
  form: string[];
}

/** Assigns error `details` to form fields: `segmentIds.2` belongs to `segmentIds`. */
export function sortErrors<F extends string>(
  details: readonly ErrorDetail[],
  fields: readonly F[],
): SortedErrors<F> {
  const sorted: SortedErrors<F> = { fields: {}, form: [] };
  for (const { path, message } of details) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) sorted.form.push(path === '' ? message : `${path}: ${message}`);
    else sorted.fields[field] ??= message;
  }
  return sorted;
}

/** Errors in the shape that react-hook-form keeps them. */
function toFieldErrors<V extends FieldValues>(fields: Partial<Record<string, string>>): FieldErrors<V> {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const [name, message] of Object.entries(fields))
    if (message) errors[name] = { type: 'contract', message };
  return errors as FieldErrors<V>;
}

/** A form resolver that validates by the contract. `check` returns the problems of the values. */
export function contractResolver<V extends FieldValues>(
  check: (values: V) => ErrorDetail[],
  fields: readonly Extract<keyof V, string>[],
): Resolver<V> {
  return (values) => {
    const details = check(values);
    if (details.length === 0) return { values, errors: {} };
    const { fields: errors, form } = sortErrors(details, fields);
    const root = form[0] === undefined ? {} : { root: { type: 'contract', message: form.join(' ') } };
    return { values: {}, errors: { ...toFieldErrors<V>(errors), ...root } };
  };
}

/** Problems that a contract schema finds in a request. */
export function problemsOf(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : detailsOf(parsed.error);
}
