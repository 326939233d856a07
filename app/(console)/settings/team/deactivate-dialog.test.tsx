import { expect, test } from 'vitest';
import type { ApiToken } from '@/lib/contract/token';
import { findActiveTokens } from './deactivate-dialog';

test('the active tokens of a person are those they made, until these expire', () => {
  const ben = '0198c0de-7a11-7000-8000-000000000001';
  const made = (
    name: string,
    id: string | null,
    kind: 'staff' | 'token' = 'staff',
    expiresAt: string | null = null,
  ) => ({ name, createdBy: id ? { kind, id, name: 'Ben' } : null, expiresAt }) as ApiToken;
  const tokens = [
    made('forever', ben),
    made('later', ben, 'staff', '2027-01-02T00:00:00.000Z'),
    made('expired', ben, 'staff', '2027-01-01T00:00:00.000Z'),
    made('by a token', ben, 'token'),
    made('of Ana', '0198c0de-7a11-7000-8000-000000000002'),
    made('unrecorded', null),
  ];
  const active = findActiveTokens(ben, tokens, new Date('2027-01-01T00:00:00.000Z'));
  expect(active.map(({ name }) => name)).toEqual(['forever', 'later']);
});
