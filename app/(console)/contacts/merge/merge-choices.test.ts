import { expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import {
  differentNames,
  differingFields,
  findChosen,
  formerAddresses,
  takenFields,
  toMerged,
} from './merge-choices';

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
const segment = (segmentId: string) => ({ segmentId, assignedAt: '2026-01-01T00:00:00.000Z' });
const jon = contact('jon', {
  email: 'jon@x',
  contact: { firstname: 'Jon', company: 'Acme' },
  segments: [segment('vip')],
});
const other = contact('other', {
  email: 'j@x',
  phone: '+49',
  contact: { firstname: 'Jon', company: 'Globex' },
  segments: [segment('vip'), segment('lead')],
  updatedAt: '2026-02-01T00:00:00.000Z',
});
const third = contact('third', { phone: '+1', contact: { company: 'Initech' } });

test('values rather than none, then those of the contact that was changed last', () => {
  expect(differingFields([jon, other])).toEqual(['email', 'phone', 'company']);
  expect(takenFields([jon, other], other, {})).toEqual(['email', 'phone', 'company']);
  // The same values, whoever stays.
  expect(takenFields([other, jon], jon, {})).toEqual([]);
  expect(findChosen([jon, other], 'company', { company: 'jon' })).toBe(jon);
  expect(takenFields([jon, other], other, { company: 'jon', email: 'jon' })).toEqual(['phone']);
  // A chosen contact may also empty a field.
  expect(toMerged([jon, other], { phone: 'jon' }).phone).toBeNull();
});

test('of three, each field comes from one, and segments from all', () => {
  const choices = { company: 'third' };
  const merged = toMerged([jon, other, third], choices);
  expect(merged).toMatchObject({ id: 'jon', email: 'j@x', phone: '+49' });
  expect(merged.contact).toEqual({ firstname: 'Jon', company: 'Initech' });
  expect(merged.segments.map(({ segmentId }) => segmentId)).toEqual(['vip', 'lead']);
  expect(takenFields([jon, other, third], third, choices)).toEqual(['company']);
  expect(formerAddresses([jon, other, third], merged)).toEqual(['jon@x', '+1']);
});

test('addresses that are not kept are former ones', () => {
  const former = (choices: object) => formerAddresses([jon, other], toMerged([jon, other], choices));
  expect(former({})).toEqual(['jon@x']);
  expect(former({ email: 'jon', phone: 'jon' })).toEqual(['j@x', '+49']);
});

test('names without a common word are different', () => {
  const named = (...names: string[]) =>
    names.map((firstname) => contact(firstname, { email: 'a@x', contact: { firstname } }));
  expect(differentNames(named('Carla Silva', 'Umut Haddad'))).toEqual(['Carla Silva', 'Umut Haddad']);
  expect(differentNames(named('Jon Smith', 'jon', 'J. Smith'))).toEqual([]);
  expect(differentNames(named('Jon'))).toEqual([]);
  expect(differentNames([jon, third])).toEqual([]);
});
