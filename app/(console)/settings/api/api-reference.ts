import { contactFieldInfo, contactFields, fromNames } from '@/lib/contract/contact-fields';
import {
  getSchemaName,
  type Json,
  resolveSchema,
  type Schema,
  type Schemas,
  toField,
  toFields,
} from './json-schema-words';

export type Reference = ReturnType<typeof toApiReference>;
export type ReferenceOperation = ReturnType<typeof toOperation>;
export type ReferenceResponse = ReturnType<typeof toResponse>;

/** Converts an OpenAPI document to the data of the page: operations grouped by tag, and schemas with fields, by name. */
export function toApiReference(document: Json, baseUrl: string) {
  const { schemas, responses = {} } = document.components as {
    schemas: Schemas;
    responses?: Record<string, Json>;
  };
  const info = document.info as { title: string; version: string; description?: string };
  const groups = new Map<string, ReferenceOperation[]>();
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = (operation.tags as string[])[0] ?? 'Other';
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        toOperation(method.toUpperCase(), path, inlineResponses(operation, responses), schemas, baseUrl),
      ]);
    }
  return {
    title: info.title,
    version: info.version,
    description: info.description ?? '',
    groups: [...groups].map(([tag, operations]) => ({ tag, anchor: toAnchor(tag), operations })),
    schemas: Object.entries(schemas)
      .map(([name, schema]) => ({ name, fields: toFields(schema, schemas) }))
      .filter(({ fields }) => fields.length > 0)
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}

/** Replaces references to shared responses by the responses. */
function inlineResponses(operation: Json, shared: Record<string, Json>): Json {
  const responses = Object.entries(operation.responses as Record<string, Json>).map(([status, response]) => [
    status,
    shared[String(response.$ref).replace('#/components/responses/', '')] ?? response,
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

/** URL fragment of a group or a schema. */
export function toAnchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/**
 * Converts an operation to its reference: parameters, variants of the body, responses, and an example of request and
 * response.
 */
function toOperation(method: string, path: string, operation: Json, schemas: Schemas, baseUrl: string) {
  const body = getJsonSchema(operation.requestBody as Json | undefined);
  const resolved = body && resolveSchema(body, schemas);
  const variants = resolved?.properties ? [resolved] : (resolved?.anyOf ?? resolved?.oneOf ?? []);
  return {
    id: operation.operationId as string,
    method,
    path,
    summary: operation.summary as string,
    description: (operation.description as string | undefined) ?? null,
    scopes: (operation['x-required-scopes'] as string[] | undefined) ?? [],
    parameters: (operation.parameters as Json[]).map((parameter) => ({
      ...toField(parameter.name as string, parameter.schema as Schema, parameter.required === true),
      description: (parameter.description as string | undefined) ?? '',
      place: parameter.in as string,
    })),
    body: resolved ? { variants: variants.map((variant) => toFields(variant, schemas)) } : null,
    responses: Object.entries(operation.responses as Record<string, Json>).map(([status, response]) =>
      toResponse(status, response, schemas),
    ),
    curl: formatCurl(
      method,
      `${baseUrl}${path}`,
      operation,
      resolved?.example ? resolved : variants[0],
      schemas,
    ),
    answer: formatAnswer(operation.responses as Record<string, Json>, schemas),
  };
}

/** Headers that every response has. */
const OF_ALL = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** Converts a response to its reference: the schema or fields of `data`, the schema of `meta`, and its own headers. */
function toResponse(status: string, response: Json, schemas: Schemas) {
  const envelope = getJsonSchema(response);
  const { data, meta } = envelope?.properties ?? {};
  const list = data?.type === 'array';
  const one = list ? data.items : data;
  return {
    status,
    /** Error codes, or the meaning of a success. */
    description: response.description as string,
    /** Fields of `data`, or the name of its schema. */
    data: one
      ? { schema: getSchemaName(one), list, fields: getSchemaName(one) ? [] : toFields(one, schemas) }
      : null,
    meta: meta ? getSchemaName(meta) : null,
    /** Headers besides those that every response has. */
    headers: Object.keys(response.headers ?? {}).filter((name) => !OF_ALL.includes(name)),
  };
}

/** JSON schema of a request body or a response, if it has one. */
function getJsonSchema(holder: Json | undefined): Schema | undefined {
  const content = holder?.content as { 'application/json'?: { schema: Schema } } | undefined;
  return content?.['application/json']?.schema;
}

const SAMPLE_ID = '0198c0de-7a11-7000-8000-0123456789ab';

/** Sample values for fields without an example. No referral code: an unknown one would be rejected. */
const samples: Record<string, unknown> = {
  ...fromNames(contactFields, (name) => contactFieldInfo[name].example),
  title: 'Spring fair',
  color: '#2563eb',
  name: 'CRM sync',
  code: 'SPRING',
  label: 'Spring campaign',
  text: 'Called about the renewal',
};

/** Formats a curl command with sample values for required parameters and the body. */
function formatCurl(
  method: string,
  url: string,
  { parameters = [], requestBody }: Json,
  body: Schema | undefined,
  schemas: Schemas,
): string {
  const query = (parameters as { name: string; in: string; required: boolean; schema: Schema }[])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(toSample(schema, schemas)))}`);
  const address = url.replace('{id}', SAMPLE_ID) + (query.length > 0 ? `?${query.join('&')}` : '');
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`];
  lines.push(`-H "Authorization: Bearer $API_TOKEN"`);
  if (body) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(toSample(body, schemas), null, 2).replaceAll('\n', '\n  ')}'`);
  } else if (requestBody) {
    lines.push("--data-binary '@contacts.csv'");
  }
  return lines.join(' \\\n  ');
}

/** Formats the successful response with sample values; `null` if it is not JSON, such as a file. */
function formatAnswer(responses: Record<string, Json>, schemas: Schemas): string | null {
  const envelope = getJsonSchema(responses['201'] ?? responses['200']);
  return envelope ? JSON.stringify(toSample(envelope, schemas), null, 2) : null;
}

/** The schemas that an operation refers to, directly or through others. */
export function findSchemas(operation: ReferenceOperation, { schemas }: Pick<Reference, 'schemas'>) {
  const found = new Map<string, Reference['schemas'][number]>();
  /** Adds a schema and those of its fields. */
  const follow = (name: string | null | undefined) => {
    const schema = schemas.find((one) => one.name === name);
    if (!schema || found.has(schema.name)) return;
    found.set(schema.name, schema);
    for (const field of schema.fields) follow(field.schema);
  };
  for (const { data, meta } of operation.responses) {
    follow(data?.schema);
    follow(meta);
    for (const field of data?.fields ?? []) follow(field.schema);
  }
  for (const field of operation.body?.variants.flat() ?? []) follow(field.schema);
  return [...found.values()];
}

/**
 * A sample value: the schema's example or first allowed value, else one by its type. Objects get required fields and those
 * of `samples`.
 */
function toSample(schema: Schema, schemas: Schemas): unknown {
  const {
    type,
    format,
    example,
    items,
    properties,
    required = [],
    enum: values,
  } = resolveSchema(schema, schemas);
  if (example !== undefined) return example;
  if (values) return values[0];
  if (type === 'array') return [toSample(items ?? {}, schemas)];
  if (type === 'integer' || type === 'number') return 1;
  if (!properties) return format === 'uuid' ? SAMPLE_ID : 'text';
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || name in samples);
  return Object.fromEntries(shown.map(([name, field]) => [name, samples[name] ?? toSample(field, schemas)]));
}
