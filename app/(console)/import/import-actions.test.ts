import { expect, test } from 'vitest';
import type { Person } from '@/lib/contract/actor';
import type { ContactImport } from '@/lib/contract/import';
import type { Role } from '@/lib/contract/role';
import { embeddedEngine } from '@/lib/database/testing';
import { provideRuntime, type Runtime } from '@/lib/runtime';
import { TestApi } from '@/lib/service/testing/testing';
import { changeImport } from './import-actions';

const service = new TestApi(embeddedEngine);

test('only those who may create fields make columns new ones, and only where the service has fields', async () => {
  const organization = await service.organization('Acme');
  const token = await organization.consoleToken();
  let role: Role = 'editor';
  let createField = true;
  const callAs = (_: string, actor: Person) => service.callAs(token, actor);
  const session = async () => ({
    id: '0198c0de-7a11-7000-8000-000000000001',
    name: 'Ana',
    role,
    organization: { id: organization.id },
  });
  const capabilities = () => ({ createField });
  provideRuntime({ callAs, staff: { session }, capabilities, log: service.log } as unknown as Runtime);

  const { data } = await organization.call<ContactImport>(
    'POST',
    '/imports?name=a.csv',
    Buffer.from('Email,Level\nana@x.org,1\n'),
    { 'Content-Type': 'application/octet-stream' },
  );
  const settings = {
    ...data.settings,
    targets: ['email' as const, 'fields.level' as const],
    newFields: [{ key: 'level', label: 'Level', type: 'number' as const }],
  };
  const change = async (values: object = {}) => {
    const changed = await changeImport(
      { id: data.id, settings: { ...settings, ...values } },
      organization.id,
    );
    return changed.ok ? changed.data.settings.newFields?.length : changed.error.code;
  };
  expect(await change()).toBe('FORBIDDEN');
  expect(await change({ targets: ['email', null], newFields: [] })).toBe(0);
  role = 'admin';
  createField = false;
  expect(await change()).toBe('FORBIDDEN');
  createField = true;
  expect(await change()).toBe(1);
});
