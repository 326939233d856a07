import { type Json, resolve } from './json-schema-words';

const SAMPLE_ID = '0198c0de-7a11-7000-8000-0123456789ab';

/** Sample values for fields without an example. No referral code: an unknown one would be rejected. */
const samples: Record<string, unknown> = {
  email: 'ana@example.com',
  phone: '+4930901820',
  firstname: 'Ana',
  lastname: 'Silva',
  jobtitle: 'Head of Sales',
  company: 'Acme',
  title: 'Spring fair',
  color: '#2563eb',
  name: 'CRM sync',
  code: 'SPRING',
  label: 'Spring campaign',
};

export function curlOf(
  method: string,
  url: string,
  { parameters = [], requestBody }: Json,
  body: Json | undefined,
  schemas: Record<string, Json>,
): string {
  const query = (parameters as { name: string; in: string; required: boolean; schema: Json }[])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, schemas)))}`);
  const address = url.replace('{id}', SAMPLE_ID) + (query.length > 0 ? `?${query.join('&')}` : '');
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`];
  lines.push(`-H "Authorization: Bearer $API_TOKEN"`);
  if (body) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(sampleOf(body, schemas))}'`);
  } else if (requestBody) {
    lines.push("--data-binary '@contacts.csv'");
  }
  return lines.join(' \\\n  ');
}

function sampleOf(schema: Json, schemas: Record<string, Json>): unknown {
  const {
    type,
    format,
    example,
    enum: values,
    items,
    properties,
    required = [],
  } = resolve(schema, schemas) as {
    type?: unknown;
    format?: string;
    example?: unknown;
    enum?: unknown[];
    items?: Json;
    properties?: Record<string, Json>;
    required?: string[];
  };
  if (example !== undefined) return example;
  if (values) return values[0];
  if (type === 'array') return [sampleOf(items ?? {}, schemas)];
  if (type === 'integer' || type === 'number') return 1;
  if (!properties) return format === 'uuid' ? SAMPLE_ID : 'text';
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || name in samples);
  return Object.fromEntries(shown.map(([name, field]) => [name, samples[name] ?? sampleOf(field, schemas)]));
}
