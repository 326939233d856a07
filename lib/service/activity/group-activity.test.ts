import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import { engines } from '@/lib/database/testing';
import { TestApi } from '../testing/testing';
import { ActivityGrouper } from './group-activity';
import type { ActivityHead } from './read-activity';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 9, minute)).toISOString();
const head = (minute: number, part: Partial<ActivityHead> = {}): ActivityHead => ({
  id: `entry ${minute}`,
  at: at(minute),
  action: 'contact.created',
  actor_kind: 'token',
  actor_id: 'shop',
  request_id: `request ${minute}`,
  import_id: null,
  ...part,
});

function fold(heads: ActivityHead[], most = 100) {
  const folder = new ActivityGrouper(new Map([['request of Ada', 'bulk change']]));
  const added = heads.filter((one) => folder.add(one, most)).length;
  return { added, counts: folder.groups.map(({ count }) => count), folds: folder.groups };
}

test('folds what a token does without a pause, whatever is done between', () => {
  const between = head(57, { actor_kind: 'staff', actor_id: 'ada', action: 'contact.updated' });
  const { counts, folds } = fold([head(59), head(58), between, head(50), head(39)]);
  expect(counts).toEqual([3, 1, 1]);
  expect(folds[0]).toMatchObject({ since: at(50), ids: ['entry 59', 'entry 58', 'entry 50'] });
});

test('folds what a person does by one request only, and keeps jobs apart', () => {
  const ada = { actor_kind: 'staff', actor_id: 'ada' } as const;
  const imported = { ...ada, import_id: 'people.csv', request_id: 'b' };
  const { counts, folds } = fold([
    head(9, ada),
    head(8, ada),
    head(7, { ...ada, request_id: 'a' }),
    head(6, { ...ada, request_id: 'a' }),
    head(5, { ...ada, request_id: 'request of Ada', action: 'contact.updated' }),
    head(4, imported),
    head(3, { ...imported, action: 'contact.updated' }),
    head(2, { ...ada, request_id: 'request of Ada', action: 'contact.updated' }),
    head(1, { ...ada, request_id: 'a', action: 'person.signed-in' }),
  ]);
  expect(counts).toEqual([1, 1, 2, 2, 2, 1]);
  expect(folds[3]?.bulkChangeId).toBe('bulk change');
  expect([...(folds[4]?.actions ?? [])]).toEqual(['contact.created', 'contact.updated']);
});

test('folds the sign-ins of a person on a day, and what one request of a token made at many times', () => {
  const signedIn = (minute: number, name: string) =>
    head(minute, { actor_kind: 'staff', actor_id: name, action: 'person.signed-in' });
  const yesterday = { ...signedIn(0, 'ada'), at: '2026-01-30T09:00:00.000Z' };
  const heads = [
    signedIn(59, 'ada'),
    signedIn(50, 'ben'),
    signedIn(30, 'ada'),
    signedIn(1, 'ada'),
    yesterday,
  ];
  expect(fold(heads).counts).toEqual([3, 1, 1]);
  const sample = [59, 40, 1].map((minute) => head(minute, { request_id: 'sample data' }));
  expect(fold(sample).counts).toEqual([3]);
});

test('ends before the first entry that needs another fold', () => {
  const deleted = head(8, { action: 'contact.deleted' });
  expect(
    fold([head(9), deleted, head(7), head(6, { action: 'contact.restored' }), head(5)], 2).counts,
  ).toEqual([3, 1]);
});

describe.each(engines)('folded activity on $name', (engine) => {
  const api = new TestApi(engine);
  const nameOf = ({ action, folded }: Activity) => [action, folded?.count ?? 1];

  test('has one entry for a bulk change, and goes on after it', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const ids = [];
    for (let index = 0; index < 5; index++)
      ids.push((await organization.contact({ email: `${index}@b.example` })).id);
    const change = { change: { type: 'segments', add: [vip.id], remove: [] }, ids };
    const bulkChangeId = await organization.post('/bulk-changes', change);
    await api.jobs.runAll();
    await organization.call('DELETE', `/contacts/${ids[0]}`);
    await organization.call('DELETE', `/contacts/${ids[1]}`);
    const read = async (query: string) =>
      organization.call<Activity[]>('GET', `/activity?fold=true&${query}`);

    const { data, meta } = await read('');
    expect(data.map(nameOf)).toEqual([
      ['contact.deleted', 1],
      ['contact.deleted', 1],
      ['contact.updated', 5],
      ['contact.created', 5],
      ['segment.created', 1],
    ]);
    expect(data[2]?.folded).toMatchObject({ bulkChangeId, actions: ['contact.updated'] });
    expect(meta.nextCursor).toBeNull();

    const first = await read('pageSize=2');
    expect(first.data.map(nameOf)).toEqual([
      ['contact.deleted', 1],
      ['contact.deleted', 1],
      ['contact.updated', 5],
    ]);
    const second = await read(`pageSize=2&cursor=${first.meta.nextCursor}`);
    expect(second.data.map(nameOf)).toEqual([
      ['contact.created', 5],
      ['segment.created', 1],
    ]);
    // What it stands for is read by its time, actor and action.
    const { at, folded } = data[3] as Activity;
    const to = new Date(Date.parse(at) + 1).toISOString();
    const opened = await organization.call<Activity[]>(
      'GET',
      `/activity?action=contact.created&from=${folded?.since}&to=${to}`,
    );
    expect(opened.data).toHaveLength(5);
  });
});
