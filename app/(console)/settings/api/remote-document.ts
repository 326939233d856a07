import type { OperationName } from '@/lib/contract/operations';
import type { Json } from './json-schema-words';

/** List parameters of the published interface. */
const PUBLISHED_PARAMETERS = ['id', 'page', 'pageSize'];

/**
 * The part of the API document that applies to a connected service with these operations. Services other than Roster
 * follow only the published interface, without scopes and error statuses.
 */
export function toRemoteDocument(
  document: Json,
  offered: ReadonlySet<OperationName>,
  isRoster: boolean,
): Json {
  const paths: Record<string, Json> = {};
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
    const kept = Object.entries(methods).filter(([, { operationId }]) =>
      offered.has(operationId as OperationName),
    );
    if (kept.length === 0) continue;
    paths[path] = Object.fromEntries(
      kept.map(([method, operation]) => [method, isRoster ? operation : toPublishedOperation(operation)]),
    );
  }
  const schemas = (document.components as { schemas: Record<string, Json> }).schemas;
  return {
    ...document,
    info: { ...(document.info as Json), ...(isRoster ? {} : { description: '' }) },
    paths,
    components: { schemas: collectSchemas(paths, isRoster ? schemas : withoutLimits(schemas)) },
  };
}

/** Copies a part of the document without limits of length and pattern, at any depth, because they depend on the service. */
function withoutLimits<T>(part: T): T {
  const limits = ['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'];
  return JSON.parse(JSON.stringify(part, (key, value) => (limits.includes(key) ? undefined : value))) as T;
}

/** Removes what only Roster promises: description, limits, scopes, most query parameters and error responses. */
function toPublishedOperation({ description: _, ...operation }: Json): Json {
  const { responses, parameters } = operation as { responses: Record<string, Json>; parameters: Json[] };
  return {
    ...withoutLimits(operation),
    summary: operation.operationId === 'listContacts' ? 'List contacts' : operation.summary,
    'x-required-scopes': [],
    parameters: parameters.filter(({ name }) => PUBLISHED_PARAMETERS.includes(name as string)),
    responses: Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2'))),
  };
}

/** The schemas, by name, that `from` refers to, directly or through others. */
function collectSchemas(from: unknown, schemas: Record<string, Json>): Record<string, Json> {
  const found: Record<string, Json> = {};
  /** Adds the schemas that a part refers to. */
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name];
      if (!schema || found[name]) continue;
      found[name] = schema;
      follow(schema);
    }
  };
  follow(from);
  return found;
}
