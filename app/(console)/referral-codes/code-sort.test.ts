import { expect, test } from 'vitest';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { type CodeSort, findCodes } from './code-sort';

const code = (id: string, code: string, redemptionCount: number, expiresAt: string | null) =>
  ({
    id,
    code,
    label: id === '2' ? 'Spring fair' : null,
    redemptionCount,
    expiresAt,
    createdAt: id,
  }) as ReferralCode;
const codes = [
  code('3', 'FRIEND', 5, null),
  code('2', 'fair', 9, '2026-03-31T23:59:59.999Z'),
  code('1', 'WELCOME', 5, '2027-01-01T00:00:00.000Z'),
];

test.each<[string, CodeSort, string]>([
  ['', '-createdAt', '321'],
  ['', 'createdAt', '123'],
  ['', 'code', '231'],
  ['', '-redemptionCount', '231'],
  ['', 'redemptionCount', '312'],
  ['', 'expiresAt', '213'],
  ['', '-expiresAt', '312'],
  [' SPRING', 'code', '2'],
  ['nothing', 'code', ''],
])('search "%s" by %s finds %s', (search, sort, ids) => {
  expect(
    findCodes(codes, search, sort)
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids);
});
