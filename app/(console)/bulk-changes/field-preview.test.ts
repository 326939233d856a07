import { expect, test } from 'vitest';
import { formatFieldPreview } from './field-preview';

const counts = { total: 37, same: 6, empty: 19, values: [], fingerprint: '' };

test.each([
  [counts, 'Acme', 'Sets the company of 31 contacts: fills 19, replaces 12. 6 already have it.'],
  [{ ...counts, same: 0 }, 'Acme', 'Sets the company of 37 contacts: fills 19, replaces 18.'],
  [{ ...counts, empty: 0, same: 1 }, 'Acme', 'Replaces the company of 36 contacts. 1 already has it.'],
  [{ ...counts, same: 18 }, 'Acme', 'Sets the company of 19 contacts. 18 already have it.'],
  [{ ...counts, same: 37, empty: 0 }, 'Acme', 'No changes: all already have it'],
  [{ ...counts, same: 19 }, null, 'Clears the company of 18 contacts.'],
  [{ ...counts, same: 37, empty: 37 }, null, 'Already empty'],
])('%j with %s is previewed', (given, value, words) => {
  expect(formatFieldPreview(given, 'company', value)).toBe(words);
});
