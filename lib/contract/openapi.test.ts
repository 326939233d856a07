import { describe, expect, test } from 'vitest';
import { ACTOR_HEADER } from './actor';
import { errorStatus } from './error';
import { openApiDocument } from './openapi';
import { type Operation, possibleErrors } from './operation';
import { operations } from './operations';

type Json = Record<string, unknown>;
interface Described {
  operationId: string;
  tags: string[];
  'x-required-scopes': string[];
  parameters: { name: string; in: string; description?: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, Response | { $ref: string }>;
}
interface Response {
  headers: Json;
  content: Record<string, { schema: Json }>;
}

const document = openApiDocument('1.2.3') as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Json>; headers: Json; responses: Record<string, Response> };
};
const { schemas } = document.components;
const table = Object.entries<Operation>(operations);
const described = ({ path, method }: Operation) => document.paths[path]?.[method.toLowerCase()] as Described;

/** Every object in a JSON value, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, part] of Object.entries(value)) yield* objectsIn(part, `${path}/${key}`);
}

/** The response itself, or the one it refers to. */
const resolvedResponse = (response: Response | { $ref: string }): Response =>
  '$ref' in response
    ? (document.components.responses[response.$ref.replace('#/components/responses/', '')] as Response)
    : response;

/** The schema itself, or the one it refers to. */
function resolved(schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  return schemas[schema.$ref.replace('#/components/schemas/', '')] as Json;
}

test('is an OpenAPI 3.1 document and valid JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.2.3' },
  });
  expect(JSON.stringify(document)).not.toContain('$defs');
});

test('documents every header that the service reads', () => {
  const text = JSON.stringify(document);
  for (const header of ['If-Match', 'If-None-Match', 'X-Request-Id', ACTOR_HEADER])
    expect(text).toContain(header);
});

test('every reference resolves, and every schema is used', () => {
  const used = new Set<string>();
  for (const [path, object] of objectsIn(document)) {
    if (object.$ref === undefined) continue;
    expect(object.$ref, path).toMatch(/^#\/components\/(schemas|headers|responses)\/[\w-]+$/);
    used.add(String(object.$ref).replace('#/components/', ''));
  }
  const parts = (['schemas', 'headers', 'responses'] as const).flatMap((part) =>
    Object.keys(document.components[part]).map((name) => `${part}/${name}`),
  );
  expect([...used].sort()).toEqual(parts.sort());
});

test('every schema has a type and only JSON Schema keywords', () => {
  const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
  for (const [path, schema] of objectsIn(schemas)) {
    if (
      path === '' ||
      /\/(example|dependentRequired)\b|\/(properties|additionalProperties|propertyNames)$/.test(path)
    )
      continue;
    const says = ['type', '$ref', 'anyOf', 'oneOf', 'enum', 'const', 'required'].filter(
      (key) => key in schema,
    );
    expect(says, path).not.toEqual([]);
    for (const type of [schema.type ?? []].flat()) expect(types, path).toContain(type);
    expect(schema, path).not.toHaveProperty('openapi');
    expect(schema, path).not.toHaveProperty('id');
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const properties = Object.keys((schema.properties as Json | undefined) ?? {});
    expect(properties, name).toEqual(expect.arrayContaining((schema.required as string[] | undefined) ?? []));
  }
});

test('contains exactly the operations of the API', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  );
  const aliases = table.flatMap(([, { alias }]) => alias?.name ?? []);
  expect(ids.sort()).toEqual([...Object.keys(operations), ...aliases].sort());
});

describe.each(table)('%s', (name, operation) => {
  test('documents every status', () => {
    const statuses = possibleErrors(operation).map((code) => errorStatus[code]);
    const success = operation.creates === 'always' ? [201] : operation.creates ? [200, 201] : [200];
    if (operation.method === 'GET' && (operation.tagged || operation.revalidates)) success.push(304);
    expect(Object.keys(described(operation).responses).map(Number)).toEqual([...success, ...statuses].sort());
    for (const [status, response] of Object.entries(described(operation).responses)) {
      const { headers, content } = resolvedResponse(response);
      expect(headers).toHaveProperty('X-Request-Id');
      if (status === '304') continue;
      const type = (status === '200' && operation.download) || 'application/json';
      expect(Object.keys(content)).toEqual([type]);
    }
  });

  test('documents its parameters and body', () => {
    const { operationId, tags, parameters, requestBody, 'x-required-scopes': scopes } = described(operation);
    expect(operationId).toBe(name);
    expect(tags).toEqual([expect.any(String)]);
    expect(scopes).toEqual(operation.scopes);
    const inPath = parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => parameter.name);
    expect(inPath).toEqual(operation.path.includes('{id}') ? ['id'] : []);
    for (const parameter of parameters)
      expect(parameter.schema.type ?? parameter.schema.enum, parameter.name).toBeDefined();
    expect(requestBody !== undefined).toBe(operation.body !== undefined || operation.upload === true);
    if (requestBody && !operation.upload) {
      const body = resolved(requestBody.content['application/json']?.schema as Json);
      // One of several bodies, or one that needs one of several fields.
      for (const one of body.properties ? [body] : ((body.anyOf ?? body.oneOf ?? [body]) as Json[]))
        expect(one).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });
});

test('headers are documented at their responses', () => {
  const shared = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];
  const headersOf = (name: keyof typeof operations, status: number) =>
    Object.keys(resolvedResponse(described(operations[name]).responses[status] as Response).headers);
  expect(headersOf('upsertContact', 200)).toEqual([...shared, 'ETag']);
  expect(headersOf('upsertContact', 201)).toEqual([...shared, 'ETag', 'Location']);
  expect(headersOf('deleteContact', 200)).toEqual([...shared, 'ETag', 'Deletion-Id']);
  expect(headersOf('deleteContacts', 200)).toEqual([...shared, 'Deletion-Id']);
  expect(headersOf('deleteSegment', 200)).toEqual(shared);
  expect(headersOf('listContacts', 401)).toEqual(['X-Request-Id', 'WWW-Authenticate']);
  for (const status of [429, 503])
    expect(headersOf('listContacts', status)).toEqual([...shared, 'Retry-After']);
  expect(headersOf('listContacts', 500)).toEqual(shared);
});

test('fields of requests have types and bounds', () => {
  expect(schemas.ContactUpsert).toMatchObject({
    properties: {
      email: { type: ['string', 'null'], maxLength: 254 },
      firstname: { type: ['string', 'null'], maxLength: 200 },
      referralCode: { type: ['string', 'null'], maxLength: 64 },
      segmentIds: { anyOf: [{ type: 'array', maxItems: 100, items: { format: 'uuid' } }, { type: 'null' }] },
    },
  });
  expect(schemas.ContactUpsert?.anyOf).toMatchObject([
    { required: ['email'] },
    { required: ['phone'] },
    { required: ['fields'] },
  ]);
  expect(schemas.BulkChangeCreate).toMatchObject({ dependentRequired: { filter: ['expectedCount'] } });
  expect(schemas.ContactFilter).toMatchObject({
    properties: { segmentMatch: { enum: ['any', 'all', 'none'] } },
  });
  expect(schemas.ContactFilter).not.toHaveProperty('required');
  expect(schemas.ContactUpdate?.properties).not.toHaveProperty('referralCode');
});

test('descriptions belong to the parameter, not to its schema', () => {
  const { parameters } = described(operations.listContacts);
  for (const name of ['email', 'phone'])
    expect(parameters.find((parameter) => parameter.name === name)?.description).toMatch(/^The contact with/);
});
