import { expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { differingFields, findChosen, formerAddresses, isBare, takenFields } from './merge-choices';

const contact = (id: string, values: Partial<Contact>): Contact => ({
  id,
  email: null,
  phone: null,
  contact: {},
  segments: [],
  organizationId: 'o',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});
const jon = contact('jon', { email: 'jon@x', contact: { firstname: 'Jon', company: 'Acme' } });
const other = contact('other', {
  email: 'j@x',
  phone: '+49',
  contact: { firstname: 'Jon', company: 'Globex' },
  updatedAt: '2026-02-01T00:00:00.000Z',
});

test('values rather than none, then those of the contact that was changed last', () => {
  expect(differingFields([jon, other])).toEqual(['email', 'phone', 'company']);
  expect(takenFields([jon, other], {})).toEqual(['email', 'phone', 'company']);
  // The same values, whoever stays.
  expect(takenFields([other, jon], {})).toEqual([]);
  expect(findChosen([jon, other], 'company', { company: 'jon' })).toBe(jon);
  expect(takenFields([jon, other], { company: 'jon', email: 'jon' })).toEqual(['phone']);
});

test('addresses that are not kept are former ones', () => {
  expect(formerAddresses([jon, other], {})).toEqual(['jon@x']);
  expect(formerAddresses([jon, other], { email: 'jon', phone: 'jon' })).toEqual(['j@x', '+49']);
});

test('one address has to be kept', () => {
  const phone = contact('phone', { phone: '+49' });
  expect(isBare([jon, phone], {})).toBe(false);
  expect(isBare([jon, phone], { email: 'phone', phone: 'jon' })).toBe(true);
});
