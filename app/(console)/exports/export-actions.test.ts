import { beforeAll, describe, expect, test } from 'vitest';
import { mutate } from '@/app/server/mutate';
import type { Person } from '@/lib/contract/actor';
import type { Role } from '@/lib/contract/role';
import { embeddedEngine } from '@/lib/database/testing';
import { provideRuntime, type Runtime } from '@/lib/runtime';
import { TestApi, type TestOrganization } from '@/lib/service/testing/testing';
import { deleteExport } from './export-actions';

describe('deleting an export', () => {
  const service = new TestApi(embeddedEngine);
  let organization: TestOrganization;
  let person: { id: string; name: string; role: Role };

  beforeAll(async () => {
    organization = await service.organization('Acme');
    const token = await organization.consoleToken();
    const callAs = (_: string, actor: Person) => service.callAs(token, actor);
    const staff = { session: async () => ({ ...person, organization: { id: organization.id } }) };
    provideRuntime({ callAs, staff, log: service.log } as unknown as Runtime);
  });

  const as = (role: Role, number: number) => {
    person = { id: `0198c0de-7a11-7000-8000-00000000000${number}`, name: role, role };
  };

  test('is for whoever made it, and for those who may change contacts', async () => {
    const make = async () => {
      const made = await mutate('createExport', {}, organization.id);
      if (!made.ok) throw new Error(made.error.message);
      return made.data.id;
    };
    const remove = async (id: string) => (await deleteExport({ id }, organization.id)).ok;
    as('admin', 1);
    const [one, two] = [await make(), await make()];
    as('viewer', 2);
    expect(await remove(one)).toBe(false);
    expect(await remove(await make())).toBe(true);
    as('editor', 3);
    expect(await remove(one)).toBe(true);
    as('admin', 1);
    expect(await remove(two)).toBe(true);
  });
});
