import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { ContactImport, ImportRow } from '@/lib/contract/import';
import { embeddedEngine } from '@/lib/database/testing';
import { binaryFiles, textFiles, workbook, zipBomb } from '@/lib/import/fixtures';
import { TestApi } from '../testing/testing';

type Plan = NonNullable<ContactImport['plan']>;

const sheet = workbook(
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Email</t></is></c><c r="B1" t="inlineStr"><is><t>Phone</t></is></c>' +
    '<c r="C1" t="inlineStr"><is><t>Company</t></is></c></row>' +
    '<row r="2"><c r="A2" t="str"><f>LOWER("ANA@X.ORG")</f><v>ana@x.org</v></c><c r="B2"><v>4930901820</v></c>' +
    '<c r="C2" s="1"><v>46000</v></c></row>',
);

/** Files shaped like real ones, and what is planned of each with Germany as the country of its phone numbers. */
const expected: Record<string, Partial<Plan> & { line?: number }> = {
  excel: { rows: 1, created: 1 },
  windows1252: { rows: 1, created: 1 },
  utf16WithMark: { rows: 1, created: 1 },
  utf16: { rows: 1, created: 1 },
  utf16BigEndian: { rows: 1, created: 1 },
  google: { rows: 1, created: 1, newSegments: ['Friends'] },
  outlook: { rows: 1, created: 1, newSegments: ['Friends'] },
  quotedBreaks: { rows: 2, created: 2 },
  ragged: { rows: 2, created: 1, rejected: 1 },
  duplicateHeaders: { rows: 1, created: 1 },
  sep: { rows: 1, created: 1 },
  emails: { rows: 2, created: 2 },
  headerOnly: { rows: 0, created: 0 },
  wide: { rows: 2, created: 1, rejected: 1 },
  strayQuotes: { created: 2, rejected: 1 },
  longLine: { created: 1, rejected: 1 },
};

// Each upload starts a process that reads it.
describe('files of imports', { timeout: 60_000 }, () => {
  const api = new TestApi(embeddedEngine, { country: 'DE' });
  const upload = async (file: Uint8Array) => {
    const org = await api.organization();
    const path = '/imports?name=people';
    const type = { 'Content-Type': 'application/octet-stream' };
    const { status, body } = await org.call('POST', path, Buffer.from(file), type);
    return { org, status, data: (body as { data: ContactImport }).data };
  };

  test.each(Object.entries(expected))('%s', async (name, plan) => {
    const { org, status, data } = await upload(textFiles[name as keyof typeof textFiles]);
    expect(status).toBe(201);
    await org.call('POST', `/imports/${data.id}/plan`);
    await api.jobs.runAll();
    const planned = (await org.call<ContactImport>('GET', `/imports/${data.id}`)).data;
    expect(planned.state).toBe('planned');
    expect(planned.plan).toMatchObject(plan);
  });

  test('a workbook: formulas as their values, dates as dates, phones that are numbers', async () => {
    const { org, data } = await upload(sheet);
    await org.call('POST', `/imports/${data.id}/plan`);
    await org.call('POST', `/imports/${data.id}/run`);
    await api.jobs.runAll();
    await org.call('POST', `/imports/${data.id}/run`);
    await api.jobs.runAll();
    const [contact] = (await org.call<Contact[]>('GET', '/contacts')).data;
    expect(contact).toMatchObject({
      email: 'ana@x.org',
      phone: '+4930901820',
      contact: { company: '2025-12-09' },
    });
  });

  test('names in Latin letters survive their encoding', async () => {
    for (const name of ['windows1252', 'utf16', 'excel'] as const) {
      const { org, data } = await upload(textFiles[name]);
      await org.call('POST', `/imports/${data.id}/plan`);
      await api.jobs.runAll();
      const [row] = (await org.call<ImportRow[]>('GET', `/imports/${data.id}/rows`)).data;
      expect(row?.fields).toEqual({
        email: 'juergen@example.com',
        phone: '+4930901820',
        firstname: 'Jürgen',
        lastname: 'Müßig',
      });
    }
  });

  test.each([
    ...Object.entries(binaryFiles),
    ['empty', textFiles.empty],
    ['zip bomb', zipBomb(300)],
  ] as const)('%s is refused', async (_, file) => {
    expect((await upload(file)).status).toBe(400);
  });

  test('what a file is does not depend on how it arrives', async () => {
    const org = await api.organization();
    const body = new ReadableStream({
      start(controller) {
        for (const part of [sheet.subarray(0, 2), sheet.subarray(2, 3), sheet.subarray(3)])
          controller.enqueue(part);
        controller.close();
      },
    });
    const type = { 'Content-Type': 'application/octet-stream' };
    const { data } = await org.call<ContactImport>('POST', '/imports?name=people', body, type);
    expect(data).toMatchObject({
      isText: false,
      columns: [{ name: 'Email' }, { name: 'Phone' }, { name: 'Company' }],
    });
  });

  test('other tables in the file are told', async () => {
    const hosts = 'Hosts\nName,Email,Role\nSam,s@x.org,x\n\n';
    const { org, data } = await upload(strToU8(`${hosts}Guests\nName,Email\nAnn,a@x.org\nBob,b@x.org\n`));
    expect(data).toMatchObject({ format: { firstLine: 6 }, otherTables: [2] });
    const { data: changed } = await org.call<ContactImport>('PUT', `/imports/${data.id}`, {
      format: { ...data.format, firstLine: 2 },
    });
    expect(changed).toMatchObject({ format: { firstLine: 2 }, otherTables: [6] });
  });

  test('each sheet can be chosen, and the first with addresses is', async () => {
    const cells = (...texts: string[]) =>
      `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    const archive = zipSync({
      'readme.txt': strToU8('Two lists of people.\n'),
      'page.csv': strToU8('<!DOCTYPE html><html></html>'),
      'a.csv': strToU8('Liste\nE-Mail;Vorname\na@x.org;J\u00fcrgen\n'),
      'b.xlsx': workbook(cells('Email', 'Company') + cells('b@x.org', 'Acme')),
    });
    const { org, data } = await upload(archive);
    const format = { delimiter: ';', firstLine: 2, header: true, sheet: 'a.csv' };
    expect(data).toMatchObject({
      format,
      isText: true,
      sample: expect.stringContaining('Jürgen'),
      sheets: ['readme.txt', 'page.csv', 'a.csv', 'b.xlsx: People'],
      settings: { targets: ['email', 'firstname'] },
    });
    const put = (changed: object) =>
      org.call<ContactImport>('PUT', `/imports/${data.id}`, { format: { ...data.format, ...changed } });
    expect((await put({ sheet: 'b.xlsx: People' })).data).toMatchObject({
      format: { delimiter: ',', firstLine: 1, sheet: 'b.xlsx: People' },
      isText: false,
      columns: [{ name: 'Email' }, { name: 'Company', samples: ['Acme'] }],
      settings: { targets: ['email', 'company'] },
    });
    expect((await put({ sheet: 'c' })).error.details).toMatchObject([{ path: 'format.sheet' }]);
    expect((await put({ sheet: 'page.csv' })).error.details).toMatchObject([{ path: 'format' }]);
    await put({});
    const wrong = await put({ encoding: 'windows-1252' });
    expect(wrong.data).toMatchObject({
      format: { ...format, encoding: 'windows-1252' },
      columns: [{}, { samples: ['JÃ¼rgen'] }],
    });
    await put({ encoding: 'utf-8' });
    await org.call('POST', `/imports/${data.id}/plan`);
    await api.jobs.runAll();
    const [row] = (await org.call<ImportRow[]>('GET', `/imports/${data.id}/rows`)).data;
    expect(row).toMatchObject({ line: 3, fields: { email: 'a@x.org', firstname: 'Jürgen' } });
  });
});
