import { describe, expect, test } from 'vitest';
import type { ContactImport, ImportListMeta } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import { workbook } from '@/lib/import/fixtures';
import { MISSING_ID, TestApi, type TestOrganization } from '../testing/testing';

const LIMIT = 1_000_000;
const FULL = /^Uploads, exports and undo records take up \d+ MB of 1 MB\./;
/** 400 KB. */
const file = `email,name\n${Array.from({ length: 10_000 }, (_, index) => `p${index}@example.com,${'x'.repeat(20)}\n`).join('')}`;
const type = { 'Content-Type': 'application/octet-stream' };

describe.each(engines)('storage of an organization on $name', (engine) => {
  const api = new TestApi(engine, { storageLimit: LIMIT });
  const upload = (org: TestOrganization, body: string | Uint8Array) =>
    org.call<ContactImport>('POST', '/imports?name=people', Buffer.from(body), type);
  const usage = async (org: TestOrganization) =>
    (await org.call('GET', '/imports')).meta as unknown as ImportListMeta;

  test('uploads count while they are stored, and others have their own limit', async () => {
    const [org, other] = [await api.organization(), await api.organization('Other')];
    expect((await upload(org, file)).status).toBe(201);
    expect(await usage(org)).toEqual({ storedBytes: file.length, storageLimit: LIMIT });
    expect((await upload(org, file)).status).toBe(201);
    // There is room for a part of it.
    const { status, error } = await upload(org, file);
    expect(status).toBe(409);
    expect(error.message).toMatch(/^Uploads, exports and undo records take up 0 MB of 1 MB\./);
    expect((await usage(org)).storedBytes).toBe(2 * file.length);
    expect(await usage(other)).toMatchObject({ storedBytes: 0 });
    expect((await upload(other, file)).status).toBe(201);
  });

  test('a small workbook that grows beyond the limit leaves nothing', async () => {
    const org = await api.organization();
    const rows = '<row><c t="inlineStr"><is><t>ana@example.com</t></is></c></row>'.repeat(100_000);
    expect((await upload(org, workbook(rows))).status).toBe(409);
    expect(await usage(org)).toMatchObject({ storedBytes: 0 });
  });

  test('a plan stops at the limit, and then nothing new is stored', async () => {
    const org = await api.organization();
    const { data } = await upload(org, file);
    await org.call('POST', `/imports/${data.id}/plan`);
    await api.jobs.runAll();
    const planned = (await org.call<ContactImport>('GET', `/imports/${data.id}`)).data;
    expect(planned).toMatchObject({ state: 'failed', error: expect.stringMatching(FULL) });
    expect((await usage(org)).storedBytes).toBeGreaterThan(LIMIT);

    const answers = [
      await upload(org, 'email\nana@example.com\n'),
      await org.call('POST', `/imports/${data.id}/plan`),
      await org.call('POST', '/exports'),
      await org.call('POST', '/bulk-changes', { change: { type: 'delete' }, ids: [MISSING_ID] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(answers.map(({ error }) => error.message)).toEqual(answers.map(() => expect.stringMatching(FULL)));
  });

  test('what a plan has stored no longer counts when it is replaced', async () => {
    const org = await api.organization();
    const { data } = await upload(org, file.slice(0, 40_000));
    const sizes: number[] = [];
    for (let time = 0; time < 3; time++) {
      await org.call('POST', `/imports/${data.id}/plan`);
      await api.jobs.runAll();
      sizes.push((await usage(org)).storedBytes);
    }
    expect(sizes[0]).toBeGreaterThan(2 * 40_000);
    expect(new Set(sizes).size).toBe(1);
    await org.call('POST', `/imports/${data.id}/run`);
    await api.jobs.runAll();
    expect((await usage(org)).storedBytes).toBeGreaterThan(sizes[0] as number);
  });
});
