import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type * as z from 'zod';
import { isPlaceholder } from '@/lib/contract/phone';
import { PLACEHOLDER, possiblePhone } from '@/lib/phone-country';

/** Whether a number is a filler, typed because a number was required. Two people with it would become one contact. */
function isPlaceholderPhone(phone: string): boolean {
  if (!isPlaceholder(phone.slice(-6))) return false;
  return isPlaceholder(parsePhoneNumberFromString(phone)?.nationalNumber ?? '');
}

/** Check the phone even if other fields are invalid, to report all problems at once. */
const when = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && 'phone' in value && typeof value.phone === 'string';

/**
 * Adds to a body's schema that the phone must be possible in its country and not a placeholder, and converts it to the
 * stored form. Kept out of the contract, which browsers load: the numbering tables are too large.
 */
export function withPossiblePhone<Schema extends z.ZodType<{ phone?: string | null }>>(
  schema: Schema,
): Schema {
  return schema.refine(
    (body) => {
      if (!body.phone) return true;
      const phone = isPlaceholderPhone(body.phone) ? null : possiblePhone(body.phone);
      // The parser has just created the body, so it may change. A transform would look the number up again, which is slow.
      if (phone) body.phone = phone;
      return phone !== null;
    },
    {
      path: ['phone'],
      error: ({ input }) =>
        isPlaceholderPhone((input as { phone: string }).phone)
          ? PLACEHOLDER
          : 'This is not a possible phone number in its country.',
      when,
    },
  );
}
