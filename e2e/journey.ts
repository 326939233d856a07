import { test as base, expect } from '@playwright/test';
import type { Role } from '../lib/contract/role';
import type { FakeService } from '../lib/remote/fake-service';
import { type Api, callApi } from './call-api';
import { preparedFolder, startOn } from './data-folders';
import type { Program } from './program';
import { type Service, type ServiceKind, startService } from './service';
import { sessionAt } from './sign-in';

interface Fixtures {
  /** Calls the service with a full-scope token: `api('POST', '/contacts', {…})` returns status and parsed body. */
  api: Api;
  /** The foreign service that the console is connected to, in journeys tagged @list or @five. */
  fake: FakeService;
  /** Prints the program's log of a failed journey. */
  programLog: void;
  /** Expected errors in the browser's console; any other error fails the test. */
  expectedErrors: RegExp[];
}

export interface WorkerFixtures {
  /** The service that the project's journeys run on. */
  serviceKind: ServiceKind;
  service: Service;
  program: Program;
  /** Session cookies of the team member with this role. */
  signedIn: (role: Role) => ReturnType<typeof sessionAt>;
}

/** A test in a real browser, with one program, database and data folder per worker. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serviceKind: ['self-hosted', { option: true, scope: 'worker' }],
  service: [
    async ({ serviceKind }, use) => {
      const service = await startService(serviceKind);
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  program: [
    async ({ service }, use) => {
      const program = await startOn(await preparedFolder(), service.env);
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Declared here so that all files share program and browser: Playwright starts a new worker for a file with other
  // worker fixtures.
  signedIn: [({ program }, use) => use((role) => sessionAt(program.url, role)), { scope: 'worker' }],
  baseURL: async ({ program }, use) => use(program.url),
  api: async ({ program, service }, use) =>
    use((method, path, body) => callApi(service.url ?? program.url, method, path, body)),
  fake: async ({ service: { fake, kind } }, use) => {
    if (!fake) throw new Error(`${kind} is nobody else's service.`);
    await use(fake);
  },
  programLog: [
    async ({ program }, use, testInfo) => {
      const start = program.output().length;
      await use();
      const said = program.output().slice(start);
      if (testInfo.status !== testInfo.expectedStatus && said)
        console.log(`The program said during "${testInfo.title}":\n${said}`);
    },
    { auto: true },
  ],
  // A new list for each journey.
  expectedErrors: ({ program: _ }, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    // Violations of the content security policy are printed here, too.
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
  },
});

export { expect };
