import { expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { changedSettings, codeSettings, toCodeValues, toSettings } from './code-form-values';

const ben = { email: null, phone: '+4930901820' } as Contact;
const code: ReferralCode = {
  id: '',
  code: 'FAIR',
  label: null,
  referrerId: '0198c0de-7a11-7000-8000-000000000001',
  maxRedemptions: 5,
  redemptionCount: 0,
  expiresAt: '2099-03-31T10:00:00.000Z',
  segmentIds: [],
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('a code has its referrer by email or phone', () => {
  expect(toCodeValues(code, ben)).toMatchObject({
    referrer: '+49 30 901820',
    maxRedemptions: '5',
    label: '',
  });
  expect(toCodeValues(code, { ...ben, email: 'ben@b.example' }).referrer).toBe('ben@b.example');
  expect(toCodeValues().referrer).toBe('');
});

test('the settings of a form are those of the API, with blank ones cleared', () => {
  const settings = toSettings({
    ...toCodeValues(code, ben),
    referrer: ' ben@b.example ',
    maxRedemptions: '',
  });
  expect(settings).toEqual({
    label: '',
    maxRedemptions: null,
    expiresAt: '2099-03-31T23:59:59.999Z',
    segmentIds: [],
    referrer: 'ben@b.example',
    active: true,
  });
  expect(codeSettings.safeParse(settings).success).toBe(true);
  expect(codeSettings.safeParse({ referrerId: code.referrerId }).success).toBe(false);
});

test.each([
  [{}, {}],
  [{ label: 'Fair' }, { label: 'Fair' }],
  [{ referrer: '' }, { referrer: '' }],
  [
    { referrer: 'ana@b.example', active: false },
    { referrer: 'ana@b.example', active: false },
  ],
])('of %j only what changed is sent', (change, sent) => {
  const before = toCodeValues(code, ben);
  expect(changedSettings(before, { ...before, ...change })).toEqual(sent);
});

test('a referrer in the trash is kept until another one is typed', () => {
  const before = toCodeValues(code, null);
  expect(changedSettings(before, { ...before, label: 'Fair' })).toEqual({ label: 'Fair' });
  expect(changedSettings(before, { ...before, referrer: 'ana@b.example' })).toEqual({
    referrer: 'ana@b.example',
  });
});
