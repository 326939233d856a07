import { z } from 'zod';

const SEPARATORS = /[\s\u00a0().\-\u2010-\u2015/]/g;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * A phone number without the separators people type, when what is left has the shape of E.164 (`+`, then 7 to 15
 * digits, the first not 0), else `null`. Whether the number is possible in its country is the service's to say:
 * those tables are too large for a browser.
 */
export function compactPhone(text: string): string | null {
  const compact = text.normalize('NFKC').replace(SEPARATORS, '');
  return E164.test(compact) ? compact : null;
}

/** A phone number as a request gives it; blank becomes `null`. */
export const phone = z
  .string('This must be text.')
  .transform((value, context) => {
    const trimmed = value.trim();
    if (trimmed === '') return null;
    const compact = compactPhone(trimmed);
    if (compact === null)
      context.issues.push({
        code: 'custom',
        input: value,
        message: trimmed.startsWith('+')
          ? 'This is not a valid phone number.'
          : 'A phone number begins with + and the country code, for example +49 30 901820.',
      });
    return compact;
  })
  .nullable()
  .meta({
    openapi: {
      type: ['string', 'null'],
      description: 'E.164; spaces, dashes, dots and brackets are removed',
      example: '+4930901820',
    },
  });
