import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import type { Event } from '@/lib/contract/event';
import type { Segment } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '@/lib/service/testing/testing';

const DAY = 86_400_000;
const RUNS = Number(process.env.RULE_EVENT_RUNS ?? 6);
const people = Array.from({ length: 8 }, (_, index) => `p${index}@x.example`);
const companies = [null, 'Acme', 'Umbra'];

/** Keeps the members of segments by rule by what the feed says, and nothing else. */
class Consumer {
  readonly members = new Map<string, Set<string>>();
  private cursor: string | null = null;

  constructor(private readonly organization: TestOrganization) {}

  private of(segmentId: string): Set<string> {
    const known = this.members.get(segmentId) ?? new Set();
    this.members.set(segmentId, known);
    return known;
  }

  /** Reads to the end of the feed. */
  async follow(): Promise<void> {
    for (;;) {
      const after = this.cursor === null ? '' : `&after=${this.cursor}`;
      const { data, meta, text } = await this.organization.call<Event[]>('GET', `/events?limit=100${after}`);
      if (!data) throw new Error(text);
      for (const event of data) this.take(event);
      this.cursor = (meta as unknown as { cursor: string }).cursor;
      if (data.length === 0) return;
    }
  }

  private take({ type, subjectId, joined = [], left = [], changes }: Event): void {
    for (const id of joined) this.of(id).add(subjectId);
    for (const id of left) this.of(id).delete(subjectId);
    const listed = (name: string) => (changes.find(({ field }) => field === name)?.after ?? []) as string[];
    if (type === 'segment.members-changed') {
      for (const id of listed('joined')) this.of(subjectId).add(id);
      for (const id of listed('left')) this.of(subjectId).delete(id);
    }
    // Who was merged into another contact is nowhere any more.
    const merged = changes.find(({ field }) => field === 'merged')?.after;
    if (type === 'contact.merged') for (const set of this.members.values()) set.delete(String(merged));
  }
}

describe.each(engines)('events of segments by rule on $name', (engine) => {
  const api = new TestApi(engine);
  afterEach(() => vi.useRealTimers());

  async function setUp() {
    const organization = await api.organization();
    const { call } = organization;
    const vip = await organization.segment('VIP');
    await organization.post('/referral-codes', { code: 'WELCOME' });
    const rules = await Promise.all(
      [
        { company: ['Acme'] },
        { created: 'last-7-days' },
        { segmentId: [vip.id], segmentMatch: 'none', has: ['jobtitle'] },
        { updated: 'today', lacks: ['company'] },
        { segmentId: ['none'] },
        { referralCode: 'WELCOME' },
      ].map(
        async (rule, index) =>
          (await call<Segment>('POST', '/segments', { title: `Rule ${index}`, rule })).data.id,
      ),
    );
    const others = await call<Segment>('POST', '/segments', {
      title: 'Without code',
      rule: { segmentId: [rules[5]], segmentMatch: 'none', company: ['Acme'] },
    });
    const outer = await call<Segment>('POST', '/segments', {
      title: 'Outer',
      rule: { segmentId: [rules[0], rules[1]], segmentMatch: 'all' },
    });
    rules.push(outer.data.id, others.data.id);
    const consumer = new Consumer(organization);
    const membersOf = async (id: string) =>
      (await call<Contact[]>('GET', `/contacts?segmentId=${id}&pageSize=100`)).data.map((one) => one.id);
    /** The feed's members are those that the API lists. */
    const agree = async (what: unknown) => {
      await consumer.follow();
      for (const id of rules)
        expect([what, id, [...(consumer.members.get(id) ?? [])].sort()]).toEqual([
          what,
          id,
          (await membersOf(id)).sort(),
        ]);
    };
    return { organization, call, vip, rules, consumer, agree };
  }

  test('name the segments that a change joins and leaves, in the event of the change', async () => {
    const { call, rules, agree } = await setUp();
    await agree('empty');
    const { data: contact } = await call<Contact>('POST', '/contacts', {
      email: 'a@x.example',
      company: 'Acme',
    });
    await agree('created');
    await call('PUT', `/contacts/${contact.id}`, { company: null });
    await agree('updated');
    const { data } = await call<Event[]>('GET', '/events?limit=1000');
    const told = data.filter(({ subjectId }) => subjectId === contact.id);
    const [company, recent, , , unassigned, , outer, others] = rules;
    expect(told[0]?.joined?.sort()).toEqual([company, recent, unassigned, outer, others].sort());
    expect([told[1]?.left?.sort(), told[1]?.joined]).toEqual([[company, outer, others].sort(), [rules[3]]]);
  });

  test('name the days as the cause, also if a segment was renamed before they passed', async () => {
    const { organization, call, rules, vip, consumer, agree } = await setUp();
    const { id } = await organization.contact({ email: 'a@x.example' });
    await agree('created');
    await call('PUT', `/segments/${vip.id}`, { title: 'Very important' });
    // Reads only.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * DAY });
    await consumer.follow();
    vi.useRealTimers();
    const { data } = await call<Activity[]>('GET', `/activity?subjectId=${rules[1]}`);
    expect(data[0]?.after).toEqual({ left: [id], cause: 'time' });
  });

  test('name the segments of a code that a merge moves to a contact, and its undo back', async () => {
    const { organization, call, rules, agree } = await setUp();
    const { id } = await organization.contact({ email: 'a@x.example' });
    const merge = async () => {
      const { data } = await call<Contact[]>('GET', '/contacts?email=b@x.example');
      const answer = await call('POST', `/contacts/${id}/merge`, { from: data[0]?.id });
      return answer.headers.get('Merge-Id');
    };
    await organization.contact({ email: 'b@x.example', referralCode: 'welcome' });
    await agree('created');
    await call('POST', `/merges/${await merge()}/undo`);
    // Sealed with a merge that was undone and made again before.
    await merge();
    await agree('merged');
    const { data } = await call<Event[]>('GET', '/events?limit=1000');
    const ofCode = data.flatMap(({ subjectId, joined = [], left = [] }) => {
      if (subjectId !== id) return [];
      return joined.includes(String(rules[5])) ? 'joined' : left.includes(String(rules[5])) ? 'left' : [];
    });
    expect(ofCode).toEqual(['joined', 'left', 'joined']);
  });

  test('let a consumer keep exactly the members while writers, changes of rules and readers meet', async () => {
    const { call, rules, vip, consumer, agree } = await setUp();
    let isWriting = true;
    const write = async (writer: number) => {
      for (let n = 0; n < 20; n++) {
        const email = people[(n * 3 + writer) % people.length];
        const segmentIds = n % 3 ? [] : [vip.id];
        await call('POST', '/contacts', { email, company: companies[(n + writer) % 3], segmentIds });
      }
    };
    const rewrite = async () => {
      for (let n = 0; isWriting; n++)
        await call('PUT', `/segments/${rules[0]}`, { rule: { company: [n % 2 ? 'Umbra' : 'Acme'] } });
    };
    const read = async () => {
      while (isWriting) await consumer.follow();
    };
    const others = [rewrite(), read()];
    await Promise.all([0, 1, 2].map(write));
    isWriting = false;
    await Promise.all(others);
    await agree('quiet');
  });

  test('let a consumer keep exactly the members, through all that can change them', async () => {
    const step = fc.tuple(fc.nat({ max: 15 }), fc.nat({ max: 7 }), fc.nat({ max: 7 }), fc.nat({ max: 5 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
        const { organization, call, vip, rules, consumer, agree } = await setUp();
        const done: unknown[] = [];
        const id = async (index: number) => {
          const { data } = await call<Contact[]>('GET', `/contacts?email=${people[index]}`);
          return data[0]?.id;
        };
        let bulk: string | undefined;
        let merge: string | null = null;
        const one = async ([kind, a, b, c]: [number, number, number, number]): Promise<void> => {
          const [first, second] = [await id(a), await id(b)];
          const company = companies[c % 3];
          switch (kind) {
            case 0:
            case 1:
              await call('POST', '/contacts', {
                email: people[a],
                company,
                segmentIds: c > 3 ? [vip.id] : [],
                ...(b > 2 && { referralCode: 'WELCOME' }),
              });
              return;
            case 2:
              if (first)
                await call('PUT', `/contacts/${first}`, { company, jobtitle: c > 2 ? 'Buyer' : null });
              return;
            case 3:
              if (first) await call('PUT', `/contacts/${first}`, { segmentIds: c > 2 ? [vip.id] : [] });
              return;
            case 4:
              if (first) await call('DELETE', `/contacts/${first}`);
              return;
            case 5: {
              const { data } = await call<{ id: string }[]>('GET', '/trash?pageSize=100');
              await call('POST', '/trash/restore', { ids: data.map((row) => row.id) });
              return;
            }
            case 6: {
              if (!first) return;
              const change = { type: 'field', field: 'company', value: company };
              bulk = (
                await call<{ id: string }>('POST', '/bulk-changes', { change, ids: [first, second ?? first] })
              ).data?.id;
              await api.jobs.runAll();
              return;
            }
            case 7:
              if (bulk) await call('POST', `/bulk-changes/${bulk}/undo`);
              await api.jobs.runAll();
              return;
            case 8:
              if (first && second && first !== second)
                merge = (
                  await call('POST', `/contacts/${first}/merge`, { from: second, take: ['company'] })
                ).headers.get('Merge-Id');
              return;
            case 9:
              if (merge) await call('POST', `/merges/${merge}/undo`);
              return;
            case 10:
              await organization.importFile(
                `email,company\n${people[a]},${company ?? ''}\n${people[b]},Acme\n`,
                c > 3 ? ['plan', 'run', 'undo'] : ['plan', 'run'],
              );
              return;
            case 11:
              await call('PUT', `/segments/${rules[0]}`, {
                rule: c > 2 ? { company: ['Umbra'] } : { company: ['Acme'], has: ['jobtitle'] },
              });
              return;
            case 12:
              await call(
                c > 2 ? 'DELETE' : 'POST',
                c > 2 ? `/segments/${vip.id}` : `/trash/segments/${vip.id}/restore`,
                c > 2 ? undefined : {},
              );
              return;
            case 13:
              // Reads only: an id made meanwhile would keep all later ones of this process in the future.
              vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (c + 1) * 3 * DAY });
              await consumer.follow();
              vi.useRealTimers();
              return;
            case 14:
              if (first) await call('POST', `/contacts/${first}/notes`, { text: 'Called' });
              return;
            default:
              await api.sealActivity();
          }
        };
        for (const each of steps) {
          done.push(each);
          await one(each);
          // Broken rules tell nothing: what readers know is checked again once they are mended.
          const { data } = await call<Segment[]>('GET', '/segments');
          if (each[3] % 2 && !data.some(({ ruleProblem }) => ruleProblem)) await agree(done);
        }
        await call('POST', `/trash/segments/${vip.id}/restore`, {});
        await agree(done);
      }),
      { numRuns: RUNS, seed: 57, endOnFailure: true },
    );
  });
});

describe.each(engines)('events of rules that search a phone number on $name', (engine) => {
  const api = new TestApi(engine, { country: 'RU' });

  test('say the same to readers and to jobs, which know no default country of the program', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { data: contact } = await call<Contact>('POST', '/contacts', { phone: '+74951234567' });
    const rule = { search: '8 495 123-45-67' };
    const { data: segment } = await call<Segment>('POST', '/segments', { title: 'Moscow', rule });
    /** Who is told to join and leave, by a reader and a job in turns. */
    const follow = async () => {
      for (let turn = 0; turn < 2; turn++) {
        await call('GET', '/events');
        await api.sealActivity();
      }
      const { data } = await call<Event[]>('GET', '/events?limit=1000');
      return data.flatMap(({ joined, left, changes }) => [
        ...[joined, left].filter(Boolean),
        ...changes.flatMap(({ field, after }) => (/^(joined|left)$/.test(field) ? [[field, after]] : [])),
      ]);
    };
    const members = async () =>
      (await call<Contact[]>('GET', `/contacts?segmentId=${segment.id}`)).data.map(({ id }) => id);
    expect([await members(), await follow()]).toEqual([[], []]);
    await api.query('update organizations set country = $2 where id = $1', [organization.id, 'RU']);
    expect([await members(), await follow()]).toEqual([[contact.id], [['joined', [contact.id]]]]);
  });
});
