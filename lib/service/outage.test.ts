import { expect, test } from 'vitest';
import { isOutage } from './outage';

const error = (fields: object) => Object.assign(new Error('of a test'), fields);

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: '57P01', severity: 'FATAL' }, true],
  // Not accepting connections; password changed.
  [{ code: '55000', severity: 'FATAL' }, true],
  [{ code: '28P01', severity: 'FATAL' }, true],
  [{ code: '55000', severity: 'ERROR' }, false],
  [{ code: '22P02', severity: 'ERROR' }, false],
  [{}, false],
])('%j', (fields, outage) => {
  expect(isOutage(error(fields))).toBe(outage);
});
