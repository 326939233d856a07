import { expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { changesOf, emptyValues, meantValues, upsertBody, valuesOf } from './contact-form-values';

const vip = '0198c0de-7a11-7000-8000-000000000001';
const lead = '0198c0de-7a11-7000-8000-000000000002';
const time = '2026-01-31T09:30:00.000Z';

const ana: Contact = {
  id: '0198c0de-7a11-7000-8000-0000000000aa',
  email: 'ana@example.com',
  phone: null,
  contact: { firstname: 'Ana' },
  segments: [{ segmentId: vip, assignedAt: time }],
  organizationId: '0198c0de-7a11-7000-8000-0000000000ff',
  createdAt: time,
  updatedAt: time,
};
const base = valuesOf(ana);

test('a phone number without a country is of the default one, unless it stood so before', () => {
  const germany = {
    code: 'DE',
    name: 'Germany',
    callingCode: '49',
    trunkPrefix: '0',
    exitPrefix: '00',
    lengths: [8],
  };
  const typed = { ...emptyValues, phone: '030 901820' };
  expect(meantValues(typed, germany).phone).toBe('+4930901820');
  expect(meantValues(typed, null)).toEqual(typed);
  expect(meantValues(typed, germany, typed)).toEqual(typed);
});

test('values are meant as they would be stored; what the contract refuses stays as it is typed', () => {
  const typed = { ...emptyValues, email: ' NEW@Example.com', phone: '+49 30 901820', company: 'Same ' };
  expect(meantValues(typed, null)).toEqual({
    ...emptyValues,
    email: 'new@example.com',
    phone: '+4930901820',
    company: 'Same',
  });
  expect(meantValues({ ...emptyValues, email: 'half@' }, null).email).toBe('half@');
  const odd = { ...base, email: 'Ana@Example.com' };
  expect(meantValues({ ...odd, email: 'Ana@Example.com ' }, null, odd)).toEqual(odd);
});

test('an upsert leaves out what is blank', () => {
  expect(upsertBody({ ...emptyValues, email: 'a@b.example', company: '  ' })).toEqual({
    email: 'a@b.example',
  });
  expect(upsertBody({ ...emptyValues, phone: '+4930901820', segmentIds: [vip], referralCode: 'X' })).toEqual({
    phone: '+4930901820',
    segmentIds: [vip],
    referralCode: 'X',
  });
});

test('an edit sends only what changed', () => {
  expect(changesOf(base, base)).toEqual({ ok: true, body: {} });
  expect(changesOf({ ...base, company: ' Acme ', firstname: '' }, base)).toEqual({
    ok: true,
    body: { company: 'Acme', firstname: null },
  });
});

test('what differs only in how it is typed is no change', () => {
  expect(changesOf({ ...base, email: ' ANA@example.com ' }, base)).toEqual({ ok: true, body: {} });
});

test('segments are compared as a set and sent whole', () => {
  const two = { ...base, segmentIds: [vip, lead] };
  expect(changesOf({ ...two, segmentIds: [lead, vip] }, two)).toEqual({ ok: true, body: {} });
  expect(changesOf({ ...base, segmentIds: [] }, base)).toEqual({ ok: true, body: { segmentIds: [] } });
});

test('the last of email and phone cannot be cleared', () => {
  expect(changesOf({ ...base, email: ' ' }, base)).toMatchObject({ ok: false, details: [{ path: 'email' }] });
});

test('a stored value that was not touched is not judged', () => {
  const odd = { ...base, phone: '030 901820' };
  expect(changesOf({ ...odd, company: 'Acme' }, odd)).toEqual({ ok: true, body: { company: 'Acme' } });
  expect(changesOf({ ...odd, phone: '030 901821' }, odd)).toMatchObject({
    ok: false,
    details: [{ path: 'phone' }],
  });
});
