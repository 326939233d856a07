import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.mjs';

/** Programs for plain Node, each bundled with its packages into one file in `dist/` for a faster start. */
const programs = {
  server: 'server.ts',
  seed: 'scripts/seed.ts',
  organization: 'scripts/organization.ts',
  staff: 'scripts/staff.ts',
  verify: 'scripts/verify.ts',
  backup: 'scripts/backup.ts',
  doctor: 'scripts/doctor.ts',
  restore: 'scripts/restore.ts',
};

/** Threads and processes that these programs start. */
const parts = {
  'embedded-worker': 'lib/database/embedded-worker.js',
  'reader-process': 'lib/import/reader-process.ts',
};

/** Texts of source files, by the constants that the bundler replaces by them. */
export const sourceTexts = () => ({
  CLIENT_RUNTIME: JSON.stringify(readFileSync(path.join(root, 'lib/contract/client-runtime.ts'), 'utf8')),
});

/** esbuild options for `dist/`, by source file of each program. @returns {import('esbuild').BuildOptions} */
export function bundleOptions(entryPoints = programs) {
  return {
    absWorkingDir: root,
    entryPoints: { ...entryPoints, ...parts },
    outdir: 'dist',
    bundle: true,
    define: sourceTexts(),
    // Dynamic imports become files of their own: a shorter file compiles faster.
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    // The first two load files next to their own; the last is optional and not installed.
    external: ['next', '@electric-sql/pglite', 'pg-native'],
    // CommonJS packages require Node's modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  };
}
