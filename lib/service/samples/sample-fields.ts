import { type FieldOption, type FieldType, type FieldValue, MOST_FIELDS } from '@/lib/contract/field';
import { segmentPalette } from '@/lib/contract/segment';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { listFieldRows, toKey } from '../fields/fields';

/** What the values of a sample contact depend on. */
interface Person {
  number: number;
  created: number;
  random(): number;
}

/** An own field of sample contacts. */
export interface SampleField {
  key: string;
  type: FieldType;
  valueOf(person: Person): FieldValue | null;
}

const toOptions = (labels: string): FieldOption[] =>
  labels.split(' ').map((label, at) => ({
    value: label.toLowerCase(),
    label,
    color: segmentPalette[(at * 3) % segmentPalette.length] as string,
  }));

const DAY = 24 * 60 * 60 * 1000;
const fields: (Omit<SampleField, 'key'> & { label: string; options?: FieldOption[] })[] = [
  {
    label: 'Customer number',
    type: 'text',
    valueOf: ({ number, random }) => (random() < 0.8 ? String(number * 7 + 12).padStart(6, '0') : null),
  },
  {
    label: 'Plan',
    type: 'choice',
    options: toOptions('Free Starter Business'),
    valueOf: ({ random }) => ['free', 'free', 'starter', 'business', null][Math.floor(random() * 5)] ?? null,
  },
  {
    label: 'Customer since',
    type: 'date',
    valueOf: ({ created, random }) => {
      const since = created - Math.floor(random() ** 2 * 2_000) * DAY;
      return random() < 0.7 ? new Date(since).toISOString().slice(0, 10) : null;
    },
  },
  {
    label: 'Newsletter languages',
    type: 'choices',
    options: toOptions('English German French'),
    valueOf: ({ random }) => {
      const languages = ['english', 'german', 'french'].filter(() => random() < 0.4);
      return languages.length > 0 ? languages : null;
    },
  },
  { label: 'CRM id', type: 'id', valueOf: ({ number }) => `CRM-${String(number + 1).padStart(5, '0')}` },
];

/** Leaves out a field whose label an active one has by now. */
const insert = scoped<{ key: string }>(
  'insert_sample_fields',
  `insert into fields (organization_id, id, key, label, type, options, position, created_at)
   select $1, uuid_of(clock_timestamp()), g.key, g.label, g.type, coalesce(g.options, '[]'), g.position, now() - interval '90 days'
   from json_to_recordset($2::json) as g (key text, label text, type text, options jsonb, position integer)
   where not exists (
     select from fields f where f.organization_id = $1 and f.archived_at is null and caseless(f.label) = caseless(g.label))
   order by g.position returning key`,
);

/** Adds the fields of sample contacts that the organization lacks; returns them. */
export async function insertSampleFields(context: RequestContext): Promise<SampleField[]> {
  const existing = await listFieldRows(context);
  const taken = new Set(existing.map(({ key }) => key));
  const last = Math.max(0, ...existing.map(({ position }) => position));
  const given = fields.slice(0, MOST_FIELDS - existing.length).map((field, at) => {
    const key = toKey(field.label, taken);
    return { ...field, key, position: last + at + 1 };
  });
  const made = new Set((await insert(context, JSON.stringify(given))).map(({ key }) => key));
  return given.filter(({ key }) => made.has(key));
}
