import { expect, test } from 'vitest';
import { emptyValues, normalizeValues, toFormValues, toUpdate, toUpsert } from './contact-form-values';
import { ana } from './testing';

const vip = '0198c0de-7a11-7000-8000-000000000001';
const lead = '0198c0de-7a11-7000-8000-000000000002';
const segments = [{ segmentId: vip, assignedAt: ana.createdAt }];
const base = toFormValues({ ...ana, contact: { firstname: 'Ana' }, segments });

test('adds the default country to a phone number, unless it was stored without one', () => {
  const germany = {
    code: 'DE',
    name: 'Germany',
    callingCode: '49',
    trunkPrefix: '0',
    exitPrefix: '00',
    lengths: [8],
  };
  const typed = { ...emptyValues, phone: '030 901820' };
  expect(normalizeValues(typed, germany).phone).toBe('+49 30 901820');
  expect(normalizeValues(typed, null)).toEqual(typed);
  expect(normalizeValues(typed, germany, typed)).toEqual(typed);
});

test('normalizes values as they would be stored; invalid ones stay as typed', () => {
  const typed = { ...emptyValues, email: ' NEW@Example.com', phone: '+49 30 901820', company: 'Same ' };
  expect(normalizeValues(typed, null)).toEqual({
    ...emptyValues,
    email: 'new@example.com',
    phone: '+49 30 901820',
    company: 'Same',
  });
  expect(normalizeValues({ ...emptyValues, email: 'half@' }, null).email).toBe('half@');
  const odd = { ...base, email: 'Ana@Example.com' };
  expect(normalizeValues({ ...odd, email: 'Ana@Example.com ' }, null, odd)).toEqual(odd);
});

test('takes an address out of what was pasted', () => {
  const pasted = { ...emptyValues, email: 'Ana <mailto:ana@example.com>,', phone: 'tel:0049 30 901820;' };
  expect(normalizeValues(pasted, null)).toMatchObject({ email: 'ana@example.com', phone: '+49 30 901820' });
});

test('an upsert omits blank fields', () => {
  expect(toUpsert({ ...emptyValues, email: 'a@b.example', company: '  ' })).toEqual({
    email: 'a@b.example',
  });
  expect(toUpsert({ ...emptyValues, phone: '+49 30 901820', segmentIds: [vip], referralCode: 'X' })).toEqual({
    phone: '+49 30 901820',
    segmentIds: [vip],
    referralCode: 'X',
  });
});

test('an edit sends only what changed', () => {
  expect(toUpdate(base, base)).toEqual({ ok: true, body: {} });
  expect(toUpdate({ ...base, company: ' Acme ', firstname: '' }, base)).toEqual({
    ok: true,
    body: { company: 'Acme', firstname: null },
  });
});

test('formatting alone is no change', () => {
  expect(toUpdate({ ...base, email: ' ANA@example.com ' }, base)).toEqual({ ok: true, body: {} });
});

test('compares segments as a set and sends all of them', () => {
  const two = { ...base, segmentIds: [vip, lead] };
  expect(toUpdate({ ...two, segmentIds: [lead, vip] }, two)).toEqual({ ok: true, body: {} });
  expect(toUpdate({ ...base, segmentIds: [] }, base)).toEqual({ ok: true, body: { segmentIds: [] } });
});

test('email and phone cannot both be cleared', () => {
  expect(toUpdate({ ...base, email: ' ' }, base)).toMatchObject({ ok: false, details: [{ path: 'email' }] });
});

test('does not validate unchanged values', () => {
  const odd = { ...base, phone: '030 901820' };
  expect(toUpdate({ ...odd, company: 'Acme' }, odd)).toEqual({ ok: true, body: { company: 'Acme' } });
  expect(toUpdate({ ...odd, phone: '030 901821' }, odd)).toMatchObject({
    ok: false,
    details: [{ path: 'phone' }],
  });
});
