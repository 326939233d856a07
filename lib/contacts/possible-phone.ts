import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type * as z from 'zod';
import { isPlaceholder } from '@/lib/contract/phone';
import { PLACEHOLDER, possiblePhone } from '@/lib/phone-country';

/** Whether it is typed only where a number is required. Two people with it would become one. */
function isPlaceholderPhone(phone: string): boolean {
  if (!isPlaceholder(phone.slice(-6))) return false;
  return isPlaceholder(parsePhoneNumberFromString(phone)?.nationalNumber ?? '');
}

/** Checked beside other problems, too: all are told at once. */
const when = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && 'phone' in value && typeof value.phone === 'string';

/**
 * The schema of a body with a phone number that also has to be possible in its country and no placeholder, and that is given
 * on in its one stored form. The contract, which browsers load, has no room for the tables that know.
 */
export function withPossiblePhone<Schema extends z.ZodType<{ phone?: string | null }>>(
  schema: Schema,
): Schema {
  return schema.refine(
    (body) => {
      if (!body.phone) return true;
      const phone = isPlaceholderPhone(body.phone) ? null : possiblePhone(body.phone);
      // The body is the parser's own fresh object; asking the tables a second time to transform it would be slow.
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
