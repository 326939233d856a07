import { describe, expect, test } from 'vitest';
import { openApiDocument } from '@/lib/contract/openapi';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { embeddedEngine } from '@/lib/database/testing';
import { TestApi } from '@/lib/service/testing/testing';
import { findSchemas, toApiReference } from './api-reference';

const reference = toApiReference(openApiDocument('1.2.3'), 'https://roster.example/v1');
const all = reference.groups.flatMap((group) => group.operations);

test('every operation of the contract is in the reference', () => {
  const names = Object.entries<Operation>(operations).flatMap(([name, { alias }]) =>
    alias ? [name, alias.name] : [name],
  );
  expect(all.map(({ id }) => id).toSorted()).toEqual(names.toSorted());
  expect(reference.version).toBe('1.2.3');
});

test('every field has a type and every link a target', () => {
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
  for (const { data, meta } of all.flatMap(({ responses }) => responses))
    for (const name of [data?.schema, meta]) if (name) expect(named).toContain(name);
});

test('a response lists its meta and headers', () => {
  const answerOf = (operation: OperationName, wanted: string) =>
    all.find(({ id }) => id === operation)?.responses.find(({ status }) => status === wanted);
  expect(answerOf('listContacts', '200')).toMatchObject({ meta: 'PageMeta', headers: ['ETag'] });
  expect(answerOf('upsertContact', '201')).toMatchObject({ meta: null, headers: ['ETag', 'Location'] });
  expect(answerOf('deleteContacts', '200')?.headers).toEqual(['Deletion-Id']);
  expect(answerOf('deleteContacts', '429')?.headers).toEqual(['Retry-After']);
});

test('an operation has every scope it needs, and the schemas that it names', () => {
  for (const [name, { scopes }] of Object.entries<Operation>(operations))
    expect(all.find(({ id }) => id === name)?.scopes).toEqual(scopes);
  const list = all.find(({ id }) => id === 'listActivity');
  if (!list) throw new Error('There is no listActivity.');
  expect(list.scopes).toEqual(['activity:read', 'contacts:read']);
  expect(findSchemas(list, reference).map(({ name }) => name)).toEqual(['Activity', 'Actor', 'ActivityMeta']);
  expect(JSON.parse(list.answer ?? '')).toMatchObject({ data: [{ action: 'contact.created' }] });
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
  expect(upsert?.curl).toContain('"email": "ana@example.com"');
  // An unknown code would be rejected.
  expect(upsert?.curl).not.toContain('referralCode');
});

test('a union is listed with the fields of all variants', () => {
  const [fields] = all.find(({ id }) => id === 'createBulkChange')?.body?.variants ?? [];
  const changes = fields?.filter(({ name }) => name.startsWith('change.'));
  expect(changes?.map(({ name, type, required }) => [name, type, required])).toEqual([
    ['change.type', '"delete" or "segments" or "field" or "purge"', true],
    ['change.add', 'array of string · uuid', false],
    ['change.remove', 'array of string · uuid', false],
    ['change.field', 'string', false],
    ['change.value', 'string or null or number or boolean or array of string', false],
  ]);
});

describe('the example call of every operation', () => {
  const api = new TestApi(embeddedEngine);

  test('works as printed', async () => {
    const organization = await api.organization();
    await organization.call('POST', '/sample-data');
    // Missing or duplicate in this organization, but never malformed.
    const refusals: Record<string, number> = {
      createBulkChange: 412,
      loadSampleData: 409,
      updateDuplicate: 400,
    };
    for (const { id, path, curl } of all) {
      const [, method = 'GET', url = ''] =
        /^curl (?:-X (\w+) )?'https:\/\/roster\.example\/v1(.+)'/.exec(curl) ?? [];
      const file = curl.includes('--data-binary') ? 'email\nana@b.example\n' : undefined;
      const [, body = file] = /-d '(.*)'$/s.exec(curl) ?? [];
      const { status, text } = await organization.call(method, url, body);
      const contract: Operation | undefined = operations[id as OperationName];
      const refusal = contract?.person ? 403 : path.includes('{id}') ? 404 : refusals[id];
      expect(status, `${id}: ${text}`).toBe(refusal ?? (contract?.creates ? 201 : 200));
      // A batch returns 200 even if its contacts are invalid.
      if (!refusal) expect(text, id).not.toContain('"errors":[{');
    }
  });
});
