import { curlOf } from './api-reference-curl';
import { fieldOf, fieldsOf, type Json, nameOf, resolve } from './json-schema-words';

export type Reference = ReturnType<typeof apiReference>;
export type ReferenceOperation = ReturnType<typeof operationOf>;
export type ReferenceResponse = ReturnType<typeof responseOf>;

/** Converts an OpenAPI document to what the page shows. */
export function apiReference(document: Json, baseUrl: string) {
  const schemas = (document.components as { schemas: Record<string, Json> }).schemas;
  const info = document.info as { title: string; version: string; description?: string };
  const groups = new Map<string, ReferenceOperation[]>();
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = (operation.tags as string[])[0] ?? 'Other';
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        operationOf(method.toUpperCase(), path, operation, schemas, baseUrl),
      ]);
    }
  return {
    title: info.title,
    version: info.version,
    description: info.description ?? '',
    groups: [...groups].map(([tag, operations]) => ({ tag, anchor: anchorOf(tag), operations })),
    schemas: Object.entries(schemas)
      .map(([name, schema]) => ({ name, fields: fieldsOf(schema, schemas) }))
      .filter(({ fields }) => fields.length > 0)
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}

/** URL fragment of a group or a schema. */
export function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function operationOf(
  method: string,
  path: string,
  operation: Json,
  schemas: Record<string, Json>,
  baseUrl: string,
) {
  const body = jsonSchemaOf(operation.requestBody as Json | undefined);
  const [security] = operation.security as { bearer: string[] }[];
  const resolved = body && resolve(body, schemas);
  const variants = (resolved?.properties ? [resolved] : (resolved?.anyOf ?? [])) as Json[];
  return {
    id: operation.operationId as string,
    method,
    path,
    summary: operation.summary as string,
    description: (operation.description as string | undefined) ?? null,
    scope: security?.bearer[0] ?? null,
    parameters: (operation.parameters as Json[]).map((parameter) => ({
      ...fieldOf(parameter.name as string, parameter.schema as Json, parameter.required === true),
      description: (parameter.description as string | undefined) ?? '',
      place: parameter.in as string,
    })),
    body: resolved ? { variants: variants.map((variant) => fieldsOf(variant, schemas)) } : null,
    responses: Object.entries(operation.responses as Record<string, Json>).map(([status, response]) =>
      responseOf(status, response, schemas),
    ),
    curl: curlOf(method, `${baseUrl}${path}`, operation, variants[0], schemas),
  };
}

function responseOf(status: string, response: Json, schemas: Record<string, Json>) {
  const envelope = jsonSchemaOf(response);
  const { data, meta } = (envelope?.properties ?? {}) as Record<string, Json | undefined>;
  const list = data?.type === 'array';
  const one = list ? (data?.items as Json) : data;
  return {
    status,
    /** Error codes, or the meaning of a success. */
    description: response.description as string,
    /** Fields of `data`, or the name of its schema. */
    data: one ? { schema: nameOf(one), list, fields: nameOf(one) ? [] : fieldsOf(one, schemas) } : null,
    meta: meta ? nameOf(meta) : null,
    /** Other than those of every response. */
    headers: Object.keys(response.headers ?? {}).filter((name) => name !== 'X-Request-Id'),
  };
}

function jsonSchemaOf(holder: Json | undefined): Json | undefined {
  return (holder?.content as { 'application/json'?: { schema: Json } } | undefined)?.['application/json']
    ?.schema;
}
