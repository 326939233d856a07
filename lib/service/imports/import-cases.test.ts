import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { ContactImport, ImportTarget } from '@/lib/contract/import';
import type { Segment } from '@/lib/contract/segment';
import { embeddedEngine } from '@/lib/database/testing';
import { type Answer, TestApi, type TestOrganization } from '../testing/testing';

/** What is there of a person after an import; a field that is left out is not compared. */
interface Person {
  email?: string | null;
  phone?: string | null;
  first?: string | null;
  last?: string | null;
  job?: string | null;
  company?: string | null;
  segs?: string[];
}

/** A file in `cases/in`, and what a sensible person expects of it. */
interface ImportCase {
  id: string;
  title: string;
  file: string;
  rows?: Person[];
  /** One contact of a long file, by its email. */
  probe?: [email: string, Person];
  /** Chosen as the country of phone numbers. */
  country?: string | null;
  /** Columns chosen by hand, beside the first, which is the email. */
  map?: Record<string, number>;
  /** Emails of rows that may be held back instead. */
  rejectedOk?: 'all' | string[];
  /** The file may be refused with a message that matches. */
  refuseOk?: string;
  anySegs?: boolean;
}

/** Cases that do not come in as expected yet. One that begins to has to leave the list. */
const PENDING = new Set<string>();

const folder = new URL('cases/', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('cases.json', folder), 'utf8')) as ImportCase[];

// In one organization, so that settings are remembered from one file to the next.
describe('files that people have', () => {
  const api = new TestApi(embeddedEngine);
  let organization: Promise<TestOrganization> | undefined;

  for (const one of cases)
    (PENDING.has(one.id) ? test.fails : test)(`${one.id} ${one.title}`, async () => {
      organization ??= api.organization();
      expect(await differences(api, await organization, one)).toEqual([]);
    });
});

/** Uploads, plans, runs and undoes. @returns What differs from what is expected. */
async function differences(api: TestApi, org: TestOrganization, one: ImportCase): Promise<string[]> {
  const refused = (message: string) =>
    one.refuseOk && new RegExp(one.refuseOk, 'i').test(message) ? [] : [`refused: ${message}`];
  const type = { 'Content-Type': 'application/octet-stream' };
  const bytes = readFileSync(new URL(`in/${one.file}`, folder));
  const path = `/imports?name=${encodeURIComponent(one.file)}`;
  const uploaded = await org.call<ContactImport>('POST', path, bytes, type);
  if (uploaded.status !== 201) return refused(messageOf(uploaded));
  const { id, columns, settings } = uploaded.data;
  const changed = { ...settings };
  if (one.country !== undefined) changed.country = one.country;
  if (one.map)
    changed.targets = columns.map((_, index) => (index === 0 ? 'email' : targetAt(one.map, index)));
  const set = await org.call('PUT', `/imports/${id}`, { settings: changed });
  if (set.status !== 200) return [`settings refused: ${messageOf(set)}`];

  const step = async (name: string) => {
    const answer = await org.call('POST', `/imports/${id}/${name}`);
    if (answer.status !== 200) return messageOf(answer);
    await api.jobs.runAll();
    return null;
  };
  const problem = await step('plan');
  if (problem) return refused(problem);
  const { plan, error } = (await org.call<ContactImport>('GET', `/imports/${id}`)).data;
  if (!plan || error) return refused(error ?? 'no plan');
  if (plan.created + plan.updated === 0) return missing(one, []);
  expect(await step('run')).toBeNull();
  const people = await imported(org, id);
  expect(await step('undo')).toBeNull();
  return missing(one, people);
}

const messageOf = ({ error }: { error: { message: string; details: { message: string }[] } }) =>
  error.details[0]?.message ?? error.message;

function targetAt(map: Record<string, number> = {}, index: number): ImportTarget | null {
  const name = Object.keys(map).find((key) => map[key] === index);
  return ({ first: 'firstname', last: 'lastname' }[name ?? ''] ?? name ?? null) as ImportTarget | null;
}

async function imported(org: TestOrganization, id: string): Promise<Person[]> {
  const { data: segments } = await org.call<Segment[]>('GET', '/segments');
  const titles = new Map(segments.map((segment) => [segment.id, segment.title]));
  const contacts: Contact[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor && `&cursor=${cursor}`;
    const answer: Answer<Contact[]> = await org.call(
      'GET',
      `/contacts?importId=${id}&sort=createdAt&pageSize=100${more}`,
    );
    contacts.push(...answer.data);
    cursor = answer.meta.nextCursor;
  }
  return contacts.map(({ email, phone, contact, segments }) => ({
    email,
    phone,
    first: contact.firstname ?? null,
    last: contact.lastname ?? null,
    job: contact.jobtitle ?? null,
    company: contact.company ?? null,
    segs: segments.map(({ segmentId }) => titles.get(segmentId) ?? '').sort(),
  }));
}

function missing({ rows = [], probe, rejectedOk = [], anySegs }: ImportCase, people: Person[]): string[] {
  const expected = probe ? [...rows, { email: probe[0], ...probe[1] }] : rows;
  return expected.flatMap(({ segs, ...person }) => {
    const name = person.email ?? person.phone;
    const found = people.find(({ email, phone }) => (person.email ? email : phone) === name);
    if (!found) return rejectedOk === 'all' || rejectedOk.includes(name ?? '') ? [] : [`${name} is missing`];
    const fields = Object.entries(segs && !anySegs ? { ...person, segs: [...segs].sort() } : person);
    return fields.flatMap(([field, value]) => {
      const got = found[field as keyof Person];
      return field === 'email' || JSON.stringify(got) === JSON.stringify(value)
        ? []
        : [`${name} ${field}: ${JSON.stringify(got)}, not ${JSON.stringify(value)}`];
    });
  });
}
