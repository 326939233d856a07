import { openApiDocument } from './openapi';
import type { Operation } from './operation';
import { operations } from './operations';

/** The text of `client-runtime.ts`, inserted by the bundler (`scripts/bundle.mjs`, `vitest.config.ts`). */
declare const CLIENT_RUNTIME: string;

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  description?: string;
}
interface Described {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, { content: { 'application/json'?: { schema: Schema } } }>;
}

/**
 * Builds the TypeScript client of the API, one file without dependencies: types and a method for each operation from the
 * OpenAPI document, and `CLIENT_RUNTIME`.
 */
export function clientSource(version: string): string {
  const document = openApiDocument(version) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  };
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeSource(schema)};\n`,
  );
  const methods = Object.entries<Operation>(operations).map(([name, operation]) =>
    methodSource(
      name,
      operation,
      document.paths[operation.path]?.[operation.method.toLowerCase()] as Described,
    ),
  );
  const paged = Object.entries<Operation>(operations).flatMap(([name, { meta, path }]) =>
    meta && 'nextCursor' in (meta as unknown as { shape: object }).shape && !path.includes('{id}')
      ? `'${name}'`
      : [],
  );
  return [
    `// Client of the Roster API ${version}. Generated: download it again from /v1/client.ts after an upgrade.\n`,
    ...types,
    `/** Lists that \`each\` reads to their end. */\nexport type PagedList = ${paged.join(' | ')};\n`,
    CLIENT_RUNTIME.replace(/^import .*\n/gm, ''),
    `/** The API of one organization. Methods throw \`RosterError\`. */
export class Roster extends RosterClient {
${methods.join('\n')}
${EACH}}
`,
  ].join('\n');
}

const EACH = `  /** Every item of a list, page after page. */
  async *each<N extends PagedList>(
    list: N,
    query: Parameters<Roster[N]>[0] = {},
    options: CallOptions = {},
  ): AsyncGenerator<Awaited<ReturnType<Roster[N]>>['data'][number], void, undefined> {
    let cursor: string | null | undefined;
    do {
      const page = await this[list]({ ...query, ...(cursor && { cursor }) }, options);
      yield* page.data;
      cursor = page.meta.nextCursor;
    } while (cursor);
  }
`;

/** TypeScript of the client's method for an operation, with its comment. */
function methodSource(name: string, operation: Operation, described: Described): string {
  const { method, path, summary, download, upload, creates, repeat, merges } = operation;
  const query = described.parameters.filter((parameter) => parameter.in === 'query');
  const body = described.requestBody?.content['application/json']?.schema;
  const answer =
    described.responses[creates === 'always' ? '201' : '200']?.content['application/json']?.schema;
  const { data = {}, meta } = answer?.properties ?? {};
  const needsQuery = query.some(({ required }) => required);
  const fields = query.map(
    (one) =>
      `${comment(one.description, '      ')}      ${one.name}${one.required ? '' : '?'}: ${queryTypeSource(one.schema)};\n`,
  );
  const parameters = [
    ...(path.includes('{id}') ? ['id: string'] : []),
    ...(body
      ? [`body: ${typeSource(body)}`]
      : upload
        ? ['body: Blob | Uint8Array<ArrayBuffer> | string']
        : []),
    ...(query.length > 0 ? [`query: {\n${fields.join('')}    }${needsQuery ? '' : ' = {}'}`] : []),
    'options: CallOptions = {}',
  ];
  const sent = [
    `method: '${method}'`,
    `path: ${path.includes('{id}') ? `\`${path.replace('{id}', '${encodeURIComponent(id)}')}\`` : `'${path}'`}`,
    ...(body ? ['body: JSON.stringify(body)'] : upload ? ['body', 'upload: true'] : []),
    ...(query.length > 0 ? ['query'] : []),
    ...(repeat === 'keyed' || repeat === 'never' ? [`repeat: '${repeat}'`] : []),
    ...(merges ? ['recognized: true'] : []),
    ...(download ? ['download: true'] : []),
  ];
  const result = download
    ? 'Response'
    : `Answer<${typeSource(data)}, ${meta ? typeSource(meta) : 'undefined'}>`;
  return `${comment(`${summary}. Scopes: ${operation.scopes.join(', ') || 'none'}.`, '  ')}  ${name}(${parameters.join(', ')}): Promise<${result}> {
    return this.${download ? 'request' : 'send'}({ ${sent.join(', ')} }, options);
  }
`;
}

/** The type of a query parameter: a list may be repeated, numbers and booleans become text, objects have a parameter for each key. */
function queryTypeSource(schema: Schema): string {
  if (schema.type === 'array') return `string | readonly string[]`;
  if (schema.type === 'object') return 'Record<string, string | readonly string[]>';
  return schema.enum ? typeSource(schema) : schema.type === 'string' ? 'string' : 'string | number | boolean';
}

/** The TypeScript type of a JSON Schema, as far as `openApiDocument` uses it. */
function typeSource(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.some((one) => one.type || one.$ref || one.const !== undefined || one.enum || one.anyOf))
    return choices.map((one) => `(${typeSource(one)})`).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeSource({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `Array<${typeSource(schema.items ?? {})}>`;
    case 'integer':
      return 'number';
    case undefined:
      return 'unknown';
    default:
      return schema.type;
  }
}

/** The TypeScript type of an object's schema; a `Record` if that lists no properties. */
function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeSource(additionalProperties) : 'unknown'}>`;
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeSource(schema)};\n`,
  );
  return `{\n${fields.join('')}}`;
}

const comment = (text?: string, indent = ''): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
