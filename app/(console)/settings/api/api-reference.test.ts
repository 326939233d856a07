import { expect, test } from 'vitest';
import { openApiDocument } from '@/lib/contract/openapi';
import { operations } from '@/lib/contract/operations';
import { apiReference } from './api-reference';

const reference = apiReference(openApiDocument('1.2.3'), 'https://roster.example/v1');
const all = reference.groups.flatMap((group) => group.operations);

test('every operation of the contract is in the reference', () => {
  expect(all.map(({ id }) => id).toSorted()).toEqual(Object.keys(operations).toSorted());
  expect(reference.version).toBe('1.2.3');
});

test('every field has a type in words and every link a target', () => {
  const fields = [
    ...all.flatMap(({ parameters, body }) => [...parameters, ...(body?.variants.flat() ?? [])]),
    ...reference.schemas.flatMap((schema) => schema.fields),
  ];
  const named = new Set(reference.schemas.map(({ name }) => name));
  expect(fields.length).toBeGreaterThan(50);
  for (const field of fields) {
    expect(field.type, field.name).not.toMatch(/any|undefined|\[object/);
    if (field.schema !== null) expect(named).toContain(field.schema);
  }
  for (const { data } of all.flatMap(({ responses }) => responses))
    if (data?.schema) expect(named).toContain(data.schema);
});

test('nested fields are listed with their path', () => {
  const contact = reference.schemas.find(({ name }) => name === 'Contact');
  expect(contact?.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['contact.firstname', 'segments[].assignedAt']),
  );
});

test('the example call of an upsert is complete', () => {
  const upsert = all.find(({ id }) => id === 'upsertContact');
  expect(upsert?.curl).toContain("curl -X POST 'https://roster.example/v1/contacts'");
  expect(upsert?.curl).toContain('"email":"ana@example.com"');
});
