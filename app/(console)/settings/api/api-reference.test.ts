import { expect, test } from 'vitest';
import { openApiDocument } from '@/lib/contract/openapi';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
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

test('what can be one of several objects is listed with the fields of all of them', () => {
  const [fields] = all.find(({ id }) => id === 'createBulkChange')?.body?.variants ?? [];
  const changes = fields?.filter(({ name }) => name.startsWith('change.'));
  expect(changes?.map(({ name, type, required }) => [name, type, required])).toEqual([
    ['change.type', '"delete" or "segments"', true],
    ['change.add', 'array of string · uuid', false],
    ['change.remove', 'array of string · uuid', false],
  ]);
});

test('the example call of every operation is one that the contract takes', () => {
  for (const { id, curl } of all) {
    const operation: Operation = operations[id as OperationName];
    const [, body] = /-d '(.*)'$/.exec(curl) ?? [];
    if (operation.body) expect(operation.body.safeParse(JSON.parse(body ?? '')).error, id).toBeUndefined();
    else expect(body, id).toBeUndefined();
  }
});
