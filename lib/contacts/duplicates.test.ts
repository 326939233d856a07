import { expect, test } from 'vitest';
import { type Comparable, findLikelyPairs, toMailbox, toSubscriber } from './duplicates';

const contact = (id: string, values: Partial<Comparable>): Comparable => ({
  id,
  name: null,
  company: null,
  email: null,
  phone: null,
  ...values,
});
const pairs = (...contacts: Comparable[]) =>
  findLikelyPairs(contacts).map(({ contactId, otherId, reasons }) => [contactId, otherId, ...reasons]);

test('the same mailbox but for dots and what follows a plus', () => {
  expect(toMailbox('jon.smith+news@b.example')).toBe('jonsmith@b.example');
  expect(
    pairs(
      contact('b', { email: 'jon.smith+news@b.example' }),
      contact('a', { email: 'jonsmith@b.example' }),
      contact('c', { email: 'jonsmith@c.example' }),
    ),
  ).toEqual([['a', 'b', 'mailbox']]);
});

test('the same number but for its ninth digit or mobile prefix', () => {
  expect(toSubscriber('+5511987654321')).toBe('+551187654321');
  expect(toSubscriber('+5491123456789')).toBe('+541123456789');
  expect(toSubscriber('+4915120003395')).toBe('+4915120003395');
  expect(pairs(contact('a', { phone: '+5511987654321' }), contact('b', { phone: '+551187654321' }))).toEqual([
    ['a', 'b', 'phone'],
  ]);
});

test('the same name with the same company, mail domain or ending of the phone', () => {
  const name = 'jon smith';
  const one = contact('a', { name, company: 'acme', email: 'jon@acme.example', phone: '+4930901820' });
  expect(pairs(one, contact('b', { name, company: 'acme' }))).toEqual([['a', 'b', 'name-company']]);
  expect(pairs(one, contact('b', { name, email: 'j@acme.example' }))).toEqual([['a', 'b', 'name-domain']]);
  expect(pairs(one, contact('b', { name, phone: '+49040901820' }))).toEqual([['a', 'b', 'name-phone']]);
  expect(pairs(one, contact('b', { name, company: 'globex', email: 'j@globex.example' }))).toEqual([]);
  expect(pairs(one, contact('b', { name: 'ann smith', company: 'acme' }))).toEqual([]);
  // Everybody has a mailbox there.
  const at = (id: string, email: string) => contact(id, { name, email });
  expect(pairs(at('a', 'jon@gmail.com'), at('b', 'j@gmail.com'))).toEqual([]);
});

test('the likelier, the more reasons there are; a single name tells less', () => {
  const scored = (one: Partial<Comparable>, other: Partial<Comparable>) =>
    findLikelyPairs([contact('a', one), contact('b', other)])[0]?.score ?? 0;
  const mailbox = { email: 'j.s@b.example' };
  const other = { email: 'js@b.example' };
  const name = 'jon smith';
  const order = [
    scored({ ...mailbox, name }, { ...other, name }),
    scored(mailbox, other),
    scored({ name, company: 'acme' }, { name, company: 'acme' }),
    scored({ name: 'jon', company: 'acme' }, { name: 'jon', company: 'acme' }),
  ];
  expect(order).toEqual([...new Set(order)].sort((a, b) => b - a));
  expect(order[0]).toBeLessThanOrEqual(100);
});

test('many with the same are an office, not one person', () => {
  const many = Array.from({ length: 7 }, (_, n) => contact(`${n}`, { name: 'info desk', company: 'acme' }));
  expect(pairs(...many)).toEqual([]);
  expect(pairs(...many.slice(0, 3))).toHaveLength(3);
});
