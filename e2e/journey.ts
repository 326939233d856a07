import { test as base, expect } from '@playwright/test';
import { API_TOKEN, type Program, startProgram, temporaryFolder } from './program';

interface Fixtures {
  /** Calls the API with a full-scope token: `api('POST', '/contacts', {…})` returns status and parsed body. */
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Errors that the page is expected to print; everything else in its console fails the test. */
  expectedErrors: RegExp[];
}

/** A test in a real browser on a program of its own worker: embedded database, fresh data folder. */
export const test = base.extend<Fixtures, { program: Program }>({
  program: [
    async ({}, use) => {
      const { folder, remove } = await temporaryFolder();
      const program = await startProgram({ DATA_DIR: folder });
      await use(program);
      await program.stop();
      await remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ program }, use) => use(program.url),
  api: async ({ program }, use) =>
    use(async (method, path, body) => {
      const response = await fetch(`${program.url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    }),
  expectedErrors: [],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    // A refused script or style is printed here too.
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
  },
});

export { expect };
