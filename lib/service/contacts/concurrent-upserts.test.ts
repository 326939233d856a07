import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { type Answer, pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { ContactModel, type Fields, type ModelContact } from '../testing/testing-model';

/** Few enough that they meet. */
const fields: fc.Arbitrary<Fields> = fc.record(
  {
    email: fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example'),
    phone: fc.constantFrom('+4930901820', '+4930901821', '+4930901822'),
    firstname: fc.constantFrom('Ana', 'Ben'),
    company: fc.constantFrom('Acme', 'Umbra'),
  },
  { requiredKeys: [] },
);
interface Upsert {
  fields: Fields;
  segment: boolean;
}
const upsert: fc.Arbitrary<Upsert> = fc.record({
  fields,
  // Most have none: those go another way.
  segment: fc.integer({ max: 3, min: 0 }).map((number) => number === 0),
});

describe.each(engines)('upserts that come in together, on $name', (engine) => {
  const api = new TestApi(engine);

  test('end as they would have one after the other, in some order', async () => {
    const before = fc.array(upsert, { maxLength: 4 });
    const together = fc.array(upsert, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(before, together, async (before, together) => {
        const organization = await api.organization();
        const segment = (await organization.segment('One')).id;
        const send = ({ fields, segment: assigns }: Upsert) =>
          organization.call<Contact>('POST', '/contacts', {
            ...fields,
            ...(assigns && { segmentIds: [segment] }),
          });
        const calls: Call[] = [];
        for (const one of before) calls.push({ upsert: one, answer: await send(one) });
        const answers = await Promise.all(together.map(send));
        const late = together.map((one, index) => ({
          upsert: one,
          answer: answers[index] as Call['answer'],
        }));
        const possible = permutations(late).flatMap((order) => replayed([...calls, ...order], segment));
        expect(possible, JSON.stringify(late.map(({ answer }) => answer.body))).toContainEqual(
          await stored(organization),
        );
      }),
      { numRuns: 30 },
    );
  }, 120_000);
});

interface Call {
  upsert: Upsert;
  answer: Answer<Contact>;
}

/** What the model says is there after these calls; nothing where it would have answered one of them otherwise. */
function replayed(calls: Call[], segment: string): Stored[] {
  const model = new ContactModel();
  model.segments.add(segment);
  for (const { upsert, answer } of calls) {
    const expected = model.upsert(upsert.fields, upsert.segment ? [segment] : undefined, undefined, () =>
      answer.status === 201 ? answer.data.id : '',
    );
    if (answer.status !== expected.status) return [];
    if (expected.contact && seen(answer.data) !== modelled(expected.contact)) return [];
    if (expected.paths && pathsOf(answer).sort().join() !== expected.paths.sort().join()) return [];
  }
  const assigned = model.contacts.filter(({ segments }) => segments.size > 0).length;
  return [
    {
      contacts: model.contacts.map(modelled).sort(),
      totals: { contacts: model.contacts.length, segments: { One: assigned } },
      changes: model.contacts.map(({ changes }) => changes).sort(),
    },
  ];
}

interface Stored {
  contacts: string[];
  totals: Awaited<ReturnType<TestOrganization['totals']>>;
  /** Records of each contact in the activity. */
  changes: number[];
}

async function stored(organization: TestOrganization): Promise<Stored> {
  const { data } = await organization.call<Contact[]>('GET', '/contacts?pageSize=100');
  const changes: number[] = [];
  for (const { id } of data)
    changes.push((await organization.call<[]>('GET', `/activity?subjectId=${id}`)).data.length);
  return { contacts: data.map(seen).sort(), totals: await organization.totals(), changes: changes.sort() };
}

const seen = ({ id, email, phone, contact, segments }: Contact) =>
  JSON.stringify([id, email, phone, contact.firstname ?? null, contact.company ?? null, segments.length]);

const modelled = ({ id, email, phone, firstname, company, segments }: ModelContact) =>
  JSON.stringify([id, email, phone, firstname, company, segments.size]);

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item, ...others]),
  );
}
