import { formatCount } from '@/components/text/format-count';

export type Json = Record<string, unknown>;

/** The parts of a JSON schema that the reference shows. */
export interface Schema extends Limits {
  const?: unknown;
  default?: unknown;
  example?: unknown;
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Schemas;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Limits = Partial<
  Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>
>;

/** Schemas by name. */
export type Schemas = Record<string, Schema>;

/** A field or parameter of the reference. */
export interface ReferenceField {
  name: string;
  /** `string · uuid`, `array of string`, or the name of a schema. */
  type: string;
  required: boolean;
  description: string;
  /** `at most 200 characters`, `1 to 100`, `one of a, b` … */
  limits: string[];
  /** Name of the field's schema, if any. */
  schema: string | null;
}

const REF = '#/components/schemas/';

/** Name of the schema that `schema` refers to, or `null`. */
export function getSchemaName(schema: Schema): string | null {
  return schema.$ref?.slice(REF.length) ?? null;
}

/** Follows one reference; `{}` if it leads nowhere. Returns a schema that is no reference itself. */
export function resolveSchema(schema: Schema, schemas: Schemas): Schema {
  const name = getSchemaName(schema);
  return name === null ? schema : (schemas[name] ?? {});
}

/** Lists the fields of an object schema; nested ones with their path. */
export function toFields(schema: Schema, schemas: Schemas): ReferenceField[] {
  const { properties, required } = getProperties(resolveSchema(schema, schemas));
  return Object.entries(properties).flatMap(([name, field]) => [
    toField(name, field, required.includes(name)),
    ...toNestedFields(name, field, schemas),
  ]);
}

/**
 * Lists the fields of an inline object or list of objects: `contact.firstname`, `segments[].segmentId`; none of a named
 * schema.
 */
function toNestedFields(name: string, field: Schema, schemas: Schemas): ReferenceField[] {
  const list = field.type === 'array';
  const inner = list ? (field.items ?? {}) : field;
  const prefix = list ? `${name}[].` : `${name}.`;
  return getSchemaName(inner)
    ? []
    : toFields(inner, schemas).map((one) => ({ ...one, name: prefix + one.name }));
}

/** Properties of an object or union. A union's required ones are those that every member requires. */
function getProperties(schema: Schema): { properties: Schemas; required: string[] } {
  const { properties = {}, required = [], oneOf } = schema;
  // Next to `properties`, `oneOf` only lists alternatives of required ones.
  if (!oneOf || schema.properties) return { properties, required };
  const variants = oneOf.map(getProperties);
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.properties)))];
  return {
    properties: Object.fromEntries(
      names.map((name) => {
        const all = variants.flatMap((variant) => variant.properties[name] ?? []);
        return [name, all.length === 1 ? (all[0] ?? {}) : { anyOf: all }];
      }),
    ),
    required: names.filter((name) => variants.every((variant) => variant.required.includes(name))),
  };
}

/** Describes a property or parameter. `schema` names its schema, or that of a list's items. */
export function toField(name: string, schema: Schema, required: boolean): ReferenceField {
  const inner = schema.type === 'array' ? (schema.items ?? {}) : schema;
  return {
    name,
    type: formatType(schema),
    required,
    description: schema.description ?? '',
    limits: formatLimits(schema),
    schema: getSchemaName(inner),
  };
}

/** Formats a type in words, alternatives in the order of the schema: `string · uuid or null`. */
function formatType(schema: Schema): string {
  const name = getSchemaName(schema);
  if (name !== null) return name;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(formatType))].join(' or ');
  if (schema.type === 'array') return `array of ${formatType(schema.items ?? {})}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'any'].flat();
  const format = schema.format ? ` · ${schema.format}` : '';
  return types.map((type) => (type === 'null' ? type : type + format)).join(' or ');
}

/** "one of a, b", "1 to 100", "at most 200 characters", "default 10"; no bounds that only mean a safe integer. */
function formatLimits(schema: Schema): string[] {
  const limits: string[] = [];
  for (const one of schema.anyOf ?? [schema]) {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems } = one;
    if (one.enum) limits.push(`one of ${one.enum.join(', ')}`);
    const safe = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
    limits.push(...formatRange(minimum === -Number.MAX_SAFE_INTEGER ? undefined : minimum, safe, ''));
    limits.push(
      ...formatRange(minLength, maxLength, ' characters'),
      ...formatRange(minItems, maxItems, ' entries'),
    );
  }
  if (schema.default !== undefined) limits.push(`default ${String(schema.default)}`);
  return [...new Set(limits)];
}

/** "1 to 100", "at most 100", "at least 1", each with the unit; none without bounds or for "at least 0". */
function formatRange(from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from !== undefined && to !== undefined) return [`${formatCount(from)} to ${formatCount(to)}${unit}`];
  if (to !== undefined) return [`at most ${formatCount(to)}${unit}`];
  if (from !== undefined && from > 0) return [`at least ${formatCount(from)}${unit}`];
  return [];
}
