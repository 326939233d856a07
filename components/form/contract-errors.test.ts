import { expect, test } from 'vitest';
import { contactUpsert } from '@/lib/contract/contact';
import { assignErrors, contractResolver, findProblems } from './contract-errors';

test('sorts errors by field, nested ones too, and the rest above the form', () => {
  const sorted = assignErrors(
    [
      { path: 'email', message: 'No.' },
      { path: 'email', message: 'Again no.' },
      { path: 'segmentIds.3', message: 'Not a segment.' },
      { path: '', message: 'The body.' },
      { path: 'emails', message: 'Unknown field.' },
    ],
    ['email', 'segmentIds'],
  );
  expect(sorted).toEqual({
    fields: { email: 'No.', segmentIds: 'Not a segment.' },
    form: ['The body.', 'emails: Unknown field.'],
  });
});

test('validates a form by the schema of the contract', async () => {
  const resolve = contractResolver<{ email: string; phone: string }>(
    (values) => findProblems(contactUpsert, values),
    ['email', 'phone'],
  );
  const options = { fields: {}, shouldUseNativeValidation: false };
  expect((await resolve({ email: '', phone: '12' }, undefined, options)).errors).toMatchObject({
    phone: { message: expect.stringContaining('+') },
  });
  expect((await resolve({ email: '', phone: ' ' }, undefined, options)).errors).toMatchObject({
    email: { message: 'Add an email or phone.' },
  });
  expect((await resolve({ email: 'a@b.example', phone: '' }, undefined, options)).errors).toEqual({});
});
