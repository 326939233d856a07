import { type Json, resolve } from './json-schema-words';

const SAMPLE_ID = '0198c0de-7a11-7000-8000-0123456789ab';

/** Sample values by field name, where the schema names no example. */
const samples: Record<string, unknown> = {
  email: 'ana@example.com',
  phone: '+4930901820',
  firstname: 'Ana',
  lastname: 'Silva',
  jobtitle: 'Head of Sales',
  company: 'Acme',
  referralCode: 'WELCOME',
  title: 'VIP',
  color: '#2563eb',
  name: 'CRM sync',
  code: 'WELCOME',
  label: 'Spring campaign',
};

/** A call of the operation that can be pasted into a shell. */
export function curlOf(
  method: string,
  url: string,
  body: Json | undefined,
  schemas: Record<string, Json>,
): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${url.replace('{id}', SAMPLE_ID)}'`];
  lines.push(`-H "Authorization: Bearer $API_TOKEN"`);
  if (body) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(sampleOf(body, schemas))}'`);
  }
  return lines.join(' \\\n  ');
}

function sampleOf(body: Json, schemas: Record<string, Json>): Json {
  const {
    example,
    properties = {},
    required = [],
  } = resolve(body, schemas) as {
    example?: Json;
    properties?: Record<string, Json>;
    required?: string[];
  };
  if (example) return example;
  const shown = Object.keys(properties).filter((name) => required.includes(name) || name in samples);
  return Object.fromEntries(shown.map((name) => [name, samples[name] ?? exampleOf(properties[name] ?? {})]));
}

function exampleOf(schema: Json): unknown {
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'array') return [exampleOf((schema.items as Json) ?? {})];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return schema.format === 'uuid' ? SAMPLE_ID : 'text';
}
