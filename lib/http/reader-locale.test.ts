import { expect, it } from 'vitest';
import { readerLocale } from './reader-locale';

it.each([
  [undefined, 'en-US'],
  ['', 'en-US'],
  ['en', 'en-US'],
  ['en-GB,en;q=0.9', 'en-GB'],
  ['de', 'en-DE'],
  ['de-CH,de;q=0.9,en-US;q=0.8', 'en-CH'],
  ['*, ;q=1, x_y, en-AU', 'en-AU'],
  // Regions without English of their own: Brazil groups by points, Egypt by neither points nor spaces.
  ['pt-BR,pt;q=0.9', 'en-DE'],
  ['ar-EG', 'en-001'],
  ['es-419', 'en-001'],
])('%s reads as %s', (header, locale) => {
  expect(readerLocale(header)).toBe(locale);
});
