import { describe, expect, test } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import type { ContactImport, ImportUndoPlan } from '@/lib/contract/import';
import type { KeptContact, KeptReason } from '@/lib/contract/kept';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from './testing/testing';

/** `undone`, the reason why it is kept, or `none`: nothing is left to undo. */
type Outcome = 'undone' | KeptReason | 'none';

const undos = ['created', 'updated', 'segments', 'merge', 'field', 'delete', 'restore'] as const;

/**
 * What has come to hang on a contact × which undo: of an import that has created or updated it, of a bulk change of segments,
 * a merge of segments, a bulk change of a field, a deletion; and its restoring from the trash.
 */
// biome-ignore format: a table
const table: Record<string, Outcome[]> = {
  //                     created       updated       segments   merge      field      delete      restore
  'nothing':            ['undone',     'undone',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'a value':            ['edited',     'edited',     'undone',  'undone',  'edited',  'undone',   'undone'],
  'a value, and back':  ['undone',     'undone',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'a segment':          ['edited',     'edited',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'merged into one':    ['merged',     'merged',     'merged',  'merged',  'merged',  'merged',   'none'],
  'one merged into it': ['mergedInto', 'mergedInto', 'undone',  'undone',  'undone',  'undone',   'undone'],
  'a merge, undone':    ['undone',     'undone',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'a note':             ['noted',      'undone',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'a redeemed code':    ['redeemed',   'undone',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'a code as referrer': ['referrer',   'undone',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'told apart':         ['toldApart',  'undone',     'undone',  'undone',  'undone',  'undone',   'undone'],
  'a later import':     ['imported',   'imported',   'undone',  'undone',  'undone',  'undone',   'undone'],
  'the trash':          ['deleted',    'deleted',    'deleted', 'deleted', 'deleted', 'deleted',  'undone'],
  'restored':           ['undone',     'undone',     'undone',  'undone',  'undone',  'restored', 'none'],
  'deleted forever':    ['none',       'none',       'erased',  'erased',  'none',    'erased',   'none'],
  'its address taken':  ['undone',     'taken',      'undone',  'undone',  'undone',  'taken',    'taken'],
};
const rows = Object.keys(table);
/** Where a deletion is undone, what comes before it comes back with it; these come after it. */
const afterDeletion = ['merged into one', 'the trash', 'restored', 'deleted forever', 'its address taken'];

const emailOf = (row: string) => `r${rows.indexOf(row)}@x.org`;
const phoneOf = (row: string) => `+49309018${10 + rows.indexOf(row)}`;

describe.each(engines)('undo on $name', (engine) => {
  const api = new TestApi(engine);

  async function run({ call }: TestOrganization, path: string): Promise<void> {
    expect((await call('POST', path)).status).toBe(200);
    await api.jobs.runAll();
  }

  /** Has something hang on the contact of a row. `other`: a contact that was there before. */
  async function hang(
    organization: TestOrganization,
    row: string,
    id: string,
    other: string,
    isGone: boolean,
  ) {
    const { call } = organization;
    const { contact, segments } = isGone ? { contact: {}, segments: [] } : await organization.get(id);
    const restore = () => call('POST', '/trash/restore', { ids: [id] });
    const acts: Record<string, () => Promise<unknown>> = {
      nothing: async () => {},
      'a value': () => call('PUT', `/contacts/${id}`, { company: 'Edited' }),
      async 'a value, and back'() {
        await call('PUT', `/contacts/${id}`, { company: 'Edited' });
        await call('PUT', `/contacts/${id}`, { company: contact.company ?? null });
      },
      async 'a segment'() {
        const { id: another } = await organization.segment('Another');
        const segmentIds = [...segments.map(({ segmentId }) => segmentId), another];
        await call('PUT', `/contacts/${id}`, { segmentIds });
      },
      async 'merged into one'() {
        if (isGone) await restore();
        await call('POST', `/contacts/${other}/merge`, { from: id });
      },
      'one merged into it': () => call('POST', `/contacts/${id}/merge`, { from: other }),
      async 'a merge, undone'() {
        const { headers } = await call('POST', `/contacts/${id}/merge`, { from: other });
        await call('POST', `/merges/${headers.get('Merge-Id')}/undo`);
      },
      'a note': () => call('POST', `/contacts/${id}/notes`, { text: 'Called.' }),
      async 'a redeemed code'() {
        await organization.referralCode({ code: 'REDEEMED' });
        await call('POST', '/contacts', { email: emailOf(row), referralCode: 'REDEEMED' });
      },
      'a code as referrer': () => organization.referralCode({ code: 'REFERRED', referrerId: id }),
      'told apart': () => call('PUT', '/duplicates', { ids: [id, other], dismissed: true }),
      async 'a later import'() {
        await organization.importFile(`email,company\n${emailOf(row)},Later\n`);
        await call('PUT', `/contacts/${id}`, { company: contact.company ?? null });
      },
      async 'the trash'() {
        if (isGone) await restore();
        await call('DELETE', `/contacts/${id}`);
      },
      async restored() {
        if (!isGone) await call('DELETE', `/contacts/${id}`);
        await restore();
      },
      async 'deleted forever'() {
        if (!isGone) await call('DELETE', `/contacts/${id}`);
        await call('DELETE', '/trash', { ids: [id] });
      },
      'its address taken': () =>
        call(
          'POST',
          '/contacts',
          isGone ? { email: emailOf(row) } : { phone: phoneOf(row), email: 'taker@x.org' },
        ),
    };
    await acts[row]?.();
  }

  /** What hangs on contacts that are there. */
  const hanging = ({ id }: TestOrganization) =>
    api.query(
      `select k.id, h.what from contacts k cross join lateral (
         select 'note' as what from notes where contact_id = k.id
         union all select 'redemption' from redemptions where contact_id = k.id
         union all select 'code' from referral_codes where referrer_id = k.id
         union all select 'told apart' from duplicates where k.id in (contact_id, other_id) and dismissed
         union all select 'merged' from contacts m where m.merged_into = k.id) h
       where k.organization_id = $1 and k.deleted_at is null order by 1, 2`,
      [id],
    );

  test.each(undos)(
    '%s: what hangs on a contact is not lost, and whoever is kept is named',
    async (undo) => {
      const organization = await api.organization();
      const { call } = organization;
      const outcomes = Object.fromEntries(
        Object.entries(table).map(([row, cells]) => [row, cells[undos.indexOf(undo)] as Outcome]),
      );
      const [lead, vip] = [await organization.segment('Lead'), await organization.segment('VIP')];
      const others = await Promise.all(rows.map((_, at) => organization.contact({ email: `o${at}@x.org` })));
      let ids: string[] = [];
      let job: string;
      const makeAll = async () => {
        for (const row of rows) {
          const fields = { email: emailOf(row), phone: phoneOf(row), company: 'Old', segmentIds: [lead.id] };
          ids.push((await organization.contact(fields)).id);
        }
      };
      const hangAll = async (isGone: boolean, some: (row: string) => boolean) => {
        for (const [at, row] of rows.entries())
          if (some(row)) await hang(organization, row, ids[at] as string, others[at]?.id as string, isGone);
      };
      const isDeletion = undo === 'delete' || undo === 'restore';
      if (undo === 'created') {
        const lines = rows.map((row) => `${emailOf(row)},New\n`);
        job = (await organization.importFile(`email,company\n${lines.join('')}`)).id;
        const { data } = await call<Contact[]>('GET', '/contacts?pageSize=100');
        ids = rows.map((row) => data.find(({ email }) => email === emailOf(row))?.id as string);
      } else {
        await makeAll();
        if (isDeletion) await hangAll(false, (row) => !afterDeletion.includes(row));
        if (undo === 'updated') {
          const lines = rows.map((row) => `${emailOf(row)},${phoneOf(row).replace('18', '19')},New\n`);
          job = (await organization.importFile(`email,phone,company\n${lines.join('')}`)).id;
        } else if (undo === 'merge')
          job = await organization.post(`/segments/${lead.id}/merge`, { into: vip.id });
        else {
          const change =
            undo === 'segments'
              ? { type: 'segments', add: [vip.id], remove: [lead.id] }
              : undo === 'field'
                ? { type: 'field', field: 'company', value: 'New' }
                : { type: 'delete' };
          job = await organization.post('/bulk-changes', { change, ids });
        }
        await api.jobs.runAll();
      }
      const expected = await hanging(organization);
      await hangAll(isDeletion, (row) => !isDeletion || afterDeletion.includes(row));
      const before = isDeletion ? null : await hanging(organization);

      const byRow = Object.fromEntries(rows.map((row, at) => [row, ids[at] as string]));
      const kept = (of: KeptContact[] = []) =>
        of.map(({ contactId, reason }) => `${contactId} ${reason}`).sort();
      const toKeep = Object.entries(outcomes).flatMap(([row, outcome]) =>
        outcome === 'undone' || outcome === 'none' ? [] : [`${byRow[row]} ${outcome}`],
      );
      const undone = Object.values(outcomes).filter((outcome) => outcome === 'undone').length;
      if (undo === 'created' || undo === 'updated') {
        const { data } = await call<ImportUndoPlan>('GET', `/imports/${job}/undo`);
        const figures = undo === 'created' ? { trash: undone, restore: 0 } : { trash: 0, restore: undone };
        expect(data).toMatchObject({ ...figures, keep: toKeep.length });
        expect(kept(data.kept)).toEqual(toKeep.sort());
        await run(organization, `/imports/${job}/undo`);
        expect((await call<ContactImport>('GET', `/imports/${job}`)).data).toMatchObject({
          state: 'partly-undone',
          run: { undone, kept: toKeep.length },
        });
        expect(kept((await call<ImportUndoPlan>('GET', `/imports/${job}/undo`)).data.kept)).toEqual(toKeep);
      } else if (undo === 'restore') {
        const { data } = await call<{ count: number; conflicts: { id: string }[] }>(
          'POST',
          '/trash/restore',
          {
            ids,
          },
        );
        expect([data.count, data.conflicts.map(({ id }) => id)]).toEqual([
          undone,
          [byRow['its address taken']],
        ]);
      } else {
        await run(organization, `/bulk-changes/${job}/undo`);
        const { data } = await call<BulkChange>('GET', `/bulk-changes/${job}`);
        expect([kept(data.kept), data.undone]).toEqual([toKeep.sort(), undone]);
        expect(data.kept?.find(({ reason }) => reason === 'merged')?.name).toBe(
          `o${rows.indexOf('merged into one')}@x.org`,
        );
      }

      // Nobody who was there before is gone, and nothing that hung on anybody.
      for (const { id } of others) expect((await call('GET', `/contacts/${id}`)).status).toBe(200);
      if (!isDeletion) expect(await hanging(organization)).toEqual(before);
      else {
        const now = (await hanging(organization)).map((row) => JSON.stringify(row));
        for (const row of expected) expect(now).toContain(JSON.stringify(row));
        for (const what of ['note', 'redemption', 'code', 'told apart', 'merged'])
          expect(now.join()).toContain(what);
      }
      for (const [row, outcome] of Object.entries(outcomes)) {
        const { status } = await call('GET', `/contacts/${byRow[row]}`);
        const isGone = [
          'the trash',
          'deleted forever',
          ...(isDeletion ? ['its address taken'] : []),
        ].includes(row);
        const isTrashed = isGone
          ? !(undo === 'restore' && row === 'the trash')
          : undo === 'created' && outcome === 'undone';
        expect([row, status]).toEqual([row, isTrashed ? 404 : 200]);
      }
    },
    60_000,
  );
});
