import { z } from 'zod';
import { type ErrorCode, errorEnvelope, errorStatus } from './error';
import { errorsOf, type Operation } from './operation';
import { operations } from './operations';

type Json = Record<string, unknown>;

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const SHARED_HEADERS = {
  'X-Request-Id': header('Id of this request; the one sent, when it is a sane token'),
};

const RETRY_AFTER = { 'Retry-After': header('Seconds until it is worth another try', 'integer') };

const ERROR_HEADERS: { [C in ErrorCode]?: Json } = {
  UNAUTHORIZED: { 'WWW-Authenticate': header('`Bearer`') },
  RATE_LIMITED: RETRY_AFTER,
  UNAVAILABLE: RETRY_AFTER,
};

/** JSON Schema of a Zod schema as it is sent (`input`) or received (`output`); named schemas go to `components`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => writtenByHand(jsonSchema as Json),
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

/** A schema that parses text into something else says itself what a sender may write, as `meta.openapi`. */
function writtenByHand(json: Json) {
  if (!json.openapi) return;
  // What is said of the schema that it is made from comes second.
  const { openapi, description } = json;
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, description && { description }, openapi);
}

/** Zod links to `#/$defs/X`; in the document the same schema stands under `components`. */
function relink(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function responsesOf(operation: Operation, components: Json): Json {
  const properties: Json = operation.download ? {} : { data: schemaOf(operation.data, 'output', components) };
  if (operation.meta) properties.meta = schemaOf(operation.meta, 'output', components);
  const success = (description: string, headers: Json) => ({
    description,
    headers: { ...SHARED_HEADERS, ...headers },
    content: operation.download
      ? { [operation.download]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } },
  });
  const headers = {
    ...(operation.tagged && { ETag: header('Version of the contact') }),
    ...(operation.deletes && { 'Deletion-Id': header('Names this deletion, to restore all of it') }),
  };
  const location = { Location: header('Path of what was created') };
  const responses: Json = {};
  if (operation.creates !== 'always') responses['200'] = success('Done', headers);
  if (operation.creates) responses['201'] = success('Created', { ...headers, ...location });
  for (const code of errorsOf(operation))
    responses[errorStatus[code]] = {
      description: code,
      headers: { ...SHARED_HEADERS, ...ERROR_HEADERS[code] },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  return responses;
}

function parametersOf(operation: Operation, components: Json): Json[] {
  const parameters: Json[] = [];
  if (operation.path.includes('{id}'))
    parameters.push({ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
  if (operation.query) {
    const { properties = {} } = schemaOf(operation.query, 'input', components) as {
      properties?: Record<string, Json>;
    };
    for (const [name, schema] of Object.entries(properties)) {
      const { description, ...rest } = schema;
      parameters.push({ name, in: 'query', required: false, description, schema: rest });
    }
  }
  const inHeader = (name: string, description: string) =>
    parameters.push({ name, in: 'header', required: false, ...header(description) });
  if (operation.conditional)
    inHeader('If-Match', 'ETag that the change is based on; 412 when the contact has changed since');
  if (operation.conditional && operation.creates)
    inHeader('If-None-Match', '`*`: only create; 412 when there is such a contact already');
  if (operation.idempotencyKey)
    inHeader(
      'Idempotency-Key',
      'Any text of your own, up to 255 characters. Repeating the request with the same key within 24 hours returns what the first one created; with a different body it is 409',
    );
  return parameters;
}

/** The OpenAPI 3.1 document of the API, made from the schemas that validate. */
export function openApiDocument(version: string): Json {
  const components: Json = {};
  schemaOf(errorEnvelope, 'output', components);
  const paths: Record<string, Json> = {};
  for (const [operationId, operation] of Object.entries<Operation>(operations)) {
    paths[operation.path] ??= {};
    (paths[operation.path] as Json)[operation.method.toLowerCase()] = {
      operationId,
      tags: [operation.tag],
      summary: operation.summary,
      description: operation.description,
      security: [{ bearer: operation.scopes }],
      parameters: parametersOf(operation, components),
      ...(operation.body && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(operation.body, 'input', components) } },
        },
      }),
      ...(operation.upload && {
        requestBody: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      }),
      responses: responsesOf(operation, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roster API',
      version,
      description:
        'Contacts and segments of an organization. Every response but a CSV file is JSON; success stands under `data`, errors under `error`.',
    },
    servers: [{ url: '/v1' }, { url: '/api/v1', description: 'The same API' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'API token' } },
    },
  };
}
