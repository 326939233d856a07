import * as z from 'zod';
import { type ErrorCode, errorEnvelope, errorHelp, errorStatus } from './error';
import { type Operation, possibleErrors } from './operation';
import { operations } from './operations';

type Json = Record<string, unknown>;

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const REQUEST_ID = { 'X-Request-Id': header('Id of this request; echoes the one sent, if valid') };

const SHARED_HEADERS = {
  ...REQUEST_ID,
  'RateLimit-Policy': header(
    '`"minute";q=…;w=60`: requests a minute that the token may make, if it is limited',
  ),
  RateLimit: header('`"minute";r=…;t=…`: requests left, and seconds until all are there again'),
};

const RETRY_AFTER = { 'Retry-After': header('Seconds to wait before retrying', 'integer') };

const toHeaderRef = (name: string): [string, Json] => [name, { $ref: `#/components/headers/${name}` }];
const SHARED_HEADER_REFS = Object.fromEntries(Object.keys(SHARED_HEADERS).map(toHeaderRef));

const ERROR_HEADERS: { [C in ErrorCode]?: Json } = {
  UNAUTHORIZED: { 'WWW-Authenticate': header('`Bearer`') },
  RATE_LIMITED: RETRY_AFTER,
  UNAVAILABLE: RETRY_AFTER,
};

/** Every header of a response that a page of another origin may read. */
export const responseHeaders = [
  ...Object.keys(SHARED_HEADERS),
  'Content-Disposition',
  'Content-Location',
  'Deletion-Id',
  'ETag',
  'Location',
  'Merge-Id',
  'Retry-After',
];

/** Tags of operations, with the first segments of their paths. */
const TAGS: { name: string; description: string; paths: string[] }[] = [
  {
    name: 'Contacts',
    description: 'Create, update, find, merge and delete contacts.',
    paths: ['contacts', 'notes', 'merges', 'duplicates'],
  },
  { name: 'Bulk changes', description: 'Change many contacts in a job.', paths: ['bulk-changes'] },
  {
    name: 'Imports and exports',
    description: 'Read contacts from files, and write them to files.',
    paths: ['contacts.csv', 'exports', 'imports'],
  },
  {
    name: 'Proposals',
    description: 'Propose a change, which a person approves in the console.',
    paths: ['proposals'],
  },
  { name: 'Trash', description: 'Restore or purge what was deleted.', paths: ['trash'] },
  { name: 'Segments', description: 'Groups that contacts are assigned to.', paths: ['segments'] },
  {
    name: 'Fields',
    description: 'Fields that the organization defines for its contacts.',
    paths: ['fields'],
  },
  { name: 'Referral codes', description: 'Codes that contacts redeem.', paths: ['referral-codes'] },
  { name: 'Activity', description: 'Who changed what, and when.', paths: ['activity', 'activity.csv'] },
  { name: 'Events', description: 'The feed of all changes, in one order.', paths: ['events'] },
  { name: 'Webhooks', description: 'Send events to a URL.', paths: ['webhooks'] },
  {
    name: 'Organization',
    description: 'What a token belongs to.',
    paths: ['organization', 'sample-data'],
  },
  { name: 'Tokens', description: 'Create and revoke API tokens.', paths: ['tokens'] },
];

/** JSON Schema of a request (`input`) or response (`output`). Adds named schemas to `components`, and refers to them. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => applyOwnDescription(jsonSchema as Json),
  }) as Json;
  const { id, ...rest } = json;
  for (const [name, definition] of Object.entries(($defs as Json | undefined) ?? {})) {
    const { id: _, ...body } = definition as Json;
    components[name] = relink(body);
  }
  if (typeof id !== 'string') return relink(json);
  components[id] = relink(rest);
  return { $ref: `#/components/schemas/${id}` };
}

/** Replaces a schema, in place, by its `meta.openapi` if it has one: schemas that transform their input describe it there. */
function applyOwnDescription(json: Json) {
  if (!json.openapi) return;
  // The description in `openapi` wins over an inherited one.
  const { openapi, description } = json;
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, description && { description }, openapi);
}

/** Redirects Zod's references to `#/$defs/X` to the schemas under `components`. */
function relink(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** The successes and errors of an operation, by status. Adds named schemas to `components`. */
function toResponses(operation: Operation, components: Json): Json {
  const properties: Json = operation.download ? {} : { data: toSchema(operation.data, 'output', components) };
  if (operation.meta) properties.meta = toSchema(operation.meta, 'output', components);
  /** A response on success, with `data` and `meta` or the file. */
  const success = (description: string, headers: Json) => ({
    description,
    headers: { ...SHARED_HEADER_REFS, ...headers },
    content: operation.download
      ? { [operation.download]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } },
  });
  const headers = {
    ...(operation.tagged && { ETag: header('Version of the contact') }),
    ...(operation.revalidates && { ETag: header('Version of the answer, for `If-None-Match`') }),
    ...(operation.merges && { 'Merge-Id': header('Id of this merge, for `POST /merges/{id}/undo`') }),
    ...(operation.follows && {
      'Content-Location': header('Path of the contact, if the id is of one that was merged into it'),
    }),
    ...(operation.deletes && { 'Deletion-Id': header('Id of this deletion, for `POST /trash/restore`') }),
  };
  const location = { Location: header('Path of the new resource') };
  const responses: Json = {};
  if (operation.creates !== 'always') responses['200'] = success('Done', headers);
  if (operation.creates) responses['201'] = success('Created', { ...headers, ...location });
  if (isCacheable(operation))
    responses['304'] = { description: 'Not modified since `If-None-Match`', headers: SHARED_HEADER_REFS };
  for (const code of possibleErrors(operation))
    responses[errorStatus[code]] = { $ref: `#/components/responses/${code}` };
  return responses;
}

/** The description of an error code's response in the document: what it means, and what to do. */
const toErrorResponse = (code: ErrorCode): Json => ({
  description: `${code}: ${errorHelp[code].means} ${errorHelp[code].remedy}`,
  headers: {
    ...(code === 'UNAUTHORIZED' ? Object.fromEntries([toHeaderRef('X-Request-Id')]) : SHARED_HEADER_REFS),
    ...ERROR_HEADERS[code],
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** The parameters of an operation: in path, query and headers. Adds named schemas to `components`. */
function toParameters(operation: Operation, components: Json): Json[] {
  const parameters: Json[] = [];
  if (operation.path.includes('{id}'))
    parameters.push({ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
  if (operation.query) {
    const { properties = {}, required = [] } = toSchema(operation.query, 'input', components) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    for (const [name, schema] of Object.entries(properties)) {
      const { description, ...rest } = schema;
      parameters.push({ name, in: 'query', required: required.includes(name), description, schema: rest });
    }
  }
  const inHeader = (name: string, description: string) =>
    parameters.push({ name, in: 'header', required: false, ...header(description) });
  if (operation.conditional)
    inHeader('If-Match', 'ETag the change is based on; 412 if the contact has changed since');
  if (operation.conditional && operation.creates)
    inHeader('If-None-Match', '`*` to create only; 412 if the contact exists');
  if (isCacheable(operation)) inHeader('If-None-Match', 'An ETag known; 304 if it is still the latest');
  if (operation.idempotencyKey)
    inHeader(
      'Idempotency-Key',
      'Any text up to 255 characters. Repeating the request with the same key within 24 hours returns the first success again; 409 if the body differs',
    );
  return parameters;
}

/** Whether the operation is a read whose answer has an ETag. */
const isCacheable = ({ method, tagged, revalidates }: Operation): boolean =>
  method === 'GET' && Boolean(tagged || revalidates);

/** Builds the OpenAPI 3.1 document from the schemas that validate requests. */
export function openApiDocument(version: string): Json {
  const components: Json = {};
  toSchema(errorEnvelope, 'output', components);
  const paths: Record<string, Json> = {};
  const codes = new Set(Object.values<Operation>(operations).flatMap(possibleErrors));
  for (const [operationId, operation] of Object.entries<Operation>(operations)) {
    paths[operation.path] ??= {};
    const parameters = toParameters(operation, components);
    const content = operation.body
      ? { 'application/json': { schema: toSchema(operation.body, 'input', components) } }
      : operation.upload && { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    const { alias } = operation;
    const described = {
      operationId,
      tags: TAGS.flatMap(({ name, paths }) =>
        paths.includes(operation.path.split('/')[1] ?? '') ? name : [],
      ),
      summary: operation.summary,
      description: operation.description,
      // `security` has scopes for OAuth only.
      'x-required-scopes': operation.scopes,
      parameters,
      ...(content && { requestBody: { required: true, content } }),
      responses: toResponses(operation, components),
    };
    const methods = paths[operation.path] as Json;
    methods[operation.method.toLowerCase()] = described;
    if (alias)
      methods[alias.method.toLowerCase()] = {
        ...described,
        operationId: alias.name,
        summary: `${operation.summary} with ${alias.method}`,
        description: `The same as ${operation.method}.`,
      };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roster API',
      version,
      contact: { name: 'The operator of this installation' },
      description:
        'Contacts and segments of an organization. Every response except a CSV file is JSON, with `data` on success and `error` on failure.',
    },
    servers: [{ url: '/v1' }, { url: '/api/v1', description: 'The same API' }],
    security: [{ bearer: [] }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      headers: SHARED_HEADERS,
      responses: Object.fromEntries([...codes].map((code) => [code, toErrorResponse(code)])),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'API token' } },
    },
  };
}
