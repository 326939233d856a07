import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { BulkChangeCreate } from '@/lib/contract/bulk-change';
import { engines } from '@/lib/database/testing';
import { TestApi } from '../testing/testing';
import { bulkChange, chunk, contents, fill, step, whole } from '../testing/testing-bulk';

/** Kinds of changes, and what each records of a contact in segment `lead`. */
// biome-ignore format: a table
const kinds: [name: string, change: (vip: string, lead: string) => BulkChangeCreate['change'], entry: (vip: string, lead: string) => object][] = [
  ['deletion', () => ({ type: 'delete' }), (_, lead) => ({ action: 'contact.deleted', before: { email: '1100@many.example', segmentIds: [lead] } })],
  ['of segments', (vip, lead) => ({ type: 'segments', add: [vip], remove: [lead] }), (vip, lead) => ({ before: { segmentIds: [lead] }, after: { segmentIds: [vip] } })],
  ['of a field', () => ({ type: 'field', field: 'company', value: 'Acme' }), () => ({ action: 'contact.updated', before: {}, after: { company: 'Acme' } })],
];

describe.each(engines)('bulk changes on $name', (engine) => {
  const api = new TestApi(engine);

  test.each(kinds)(
    '%s: run in chunks, pass over who is gone, are recorded and undone exactly',
    async (name, toChange, toEntry) => {
      const organization = await api.organization();
      const { call } = organization;
      const [vip, lead] = [(await organization.segment('VIP')).id, (await organization.segment('Lead')).id];
      await organization.referralCode({ code: 'WELCOME', segmentIds: [lead] });
      for (let index = 0; index < 4; index++)
        await organization.contact({
          email: `${index}@b.example`,
          phone: `+493090182${index}`,
          ...(index % 2 && { segmentIds: [vip], referralCode: 'WELCOME' }),
        });
      const ids = await fill(organization, 1_201);
      for (const [segment, some] of [
        [vip, ids.slice(0, 700)],
        [lead, ids],
      ] as const) {
        const change = { type: 'segments', add: [segment], remove: [] };
        await organization.post('/bulk-changes', { change, ids: some });
      }
      await api.jobs.runAll();

      const made = await bulkChange(organization, toChange(vip, lead), { filter: {}, expectedCount: 1_205 });
      await call('DELETE', `/contacts/${ids[1_200]}`);
      // An undo is a change of the contacts, except after a deletion.
      const state = () =>
        contents(organization, name === 'deletion' ? ['version'] : ['version', 'updated_at']);
      const before = await state();
      const recorded = async () => {
        const text = 'select count(*)::int as count from activities where organization_id = $1';
        return (await api.query<{ count: number }>(text, [organization.id]))[0]?.count ?? 0;
      };
      const records = await recorded();
      expect((await chunk(organization, made)).state).toBe('running');
      const cancelled = await step(organization, made, 'cancel');
      expect(cancelled.state).toBe('cancelled');
      expect(cancelled.processed).toBeGreaterThan(0);
      expect(cancelled.processed).toBeLessThan(1_205);
      expect(await step(organization, made, 'cancel')).toEqual(cancelled);
      expect(await chunk(organization, made)).toEqual(cancelled);
      expect(await step(organization, made, 'run')).toMatchObject({ processed: cancelled.processed });
      const done = await whole(organization, made, 'run');
      expect(done).toMatchObject({ state: 'finished', processed: 1_205, changed: 1_204, gone: 1 });
      const { data } = await call<Activity[]>('GET', `/activity?subjectId=${ids[1_100]}&action=contact`);
      expect(data[0]).toMatchObject(toEntry(vip, lead));
      expect(await recorded()).toBe(records + 1_204);

      await step(organization, made, 'undo');
      expect((await chunk(organization, made)).state).toBe('undoing');
      const undone = await whole(organization, made, 'undo');
      expect(undone).toMatchObject({ state: 'undone', undone: 1_204, conflicts: 0 });
      expect(await state()).toEqual(before);
      expect(await recorded()).toBe(records + 2 * 1_204);
    },
  );
});
