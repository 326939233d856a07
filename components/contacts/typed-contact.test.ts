import { expect, test } from 'vitest';
import { parseTypedContact, typedContact } from '@/components/contacts/typed-contact';

test('takes what is typed for an email, a phone or a name', () => {
  const fields = (words: string) => parseTypedContact(typedContact(words));
  expect(fields('ana@b.example')).toEqual({ email: 'ana@b.example' });
  expect(fields('+49 30 901820')).toEqual({ phone: '+49 30 901820' });
  expect(fields('Ana')).toEqual({ firstname: 'Ana' });
  expect(fields('Ana de Silva')).toEqual({ firstname: 'Ana', lastname: 'de Silva' });
});

test('passes over what is no field', () => {
  expect(parseTypedContact(new URLSearchParams('id=1&company=Acme&email='))).toEqual({ company: 'Acme' });
});
