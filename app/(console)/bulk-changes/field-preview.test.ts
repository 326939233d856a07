import { expect, test } from 'vitest';
import { formatFieldPreview } from './field-preview';

const counts = { total: 37, same: 6, empty: 19, values: [], fingerprint: '' };

test.each([
  [counts, 'Acme', 'Sets company of 31: 19 filled, 12 replaced. 6 already have it.'],
  [{ ...counts, same: 0 }, 'Acme', 'Sets company of 37: 19 filled, 18 replaced.'],
  [{ ...counts, empty: 0, same: 1 }, 'Acme', 'Sets company of 36: 36 replaced. 1 already has it.'],
  [{ ...counts, same: 37, empty: 0 }, 'Acme', 'No changes: all already have it'],
  [{ ...counts, same: 19 }, null, 'Clears company of 18.'],
  [{ ...counts, same: 37, empty: 37 }, null, 'Already empty'],
])('%j with %s is previewed', (given, value, words) => {
  expect(formatFieldPreview(given, 'company', value)).toBe(words);
});
