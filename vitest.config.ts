import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceTexts } from './scripts/bundle.mjs';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

export default defineConfig({
  define: sourceTexts(),
  resolve: { alias: { '@': root, 'next/headers': `${root}/app/server/testing-request.ts` } },
  test: {
    globalSetup: ['lib/database/testing-setup.ts', 'lib/import/testing-setup.ts'],
    setupFiles: ['lib/import/testing-reader.ts'],
    include: ['{app,components,lib,scripts,bench}/**/*.test.{ts,tsx}'],
    // Each test file with a database runs an embedded Postgres of about 300 MB on one busy thread: two at a time.
    pool: 'forks',
    maxWorkers: 2,
    // To load all of it anew for each file takes longer than most files. What one changes of the process, it puts back.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As the journeys: the summary names what passed only then.
    retry: process.env.CI ? 1 : 0,
  },
});
