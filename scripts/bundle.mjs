import { root } from './sources.mjs';

/** The programs that plain Node runs: one file each in `dist/`, with its packages, which Node would take longer to gather. */
const programs = {
  server: 'server.ts',
  seed: 'scripts/seed.ts',
  organization: 'scripts/organization.ts',
  staff: 'scripts/staff.ts',
  verify: 'scripts/verify.ts',
};

/** A thread of each of them, found beside it. */
const threads = { 'embedded-worker': 'lib/database/embedded-worker.js' };

/**
 * How esbuild makes `dist/`.
 *
 * @param {Record<string, string>} entryPoints Source by name of the program.
 * @returns {import('esbuild').BuildOptions}
 */
export function bundleOptions(entryPoints = programs) {
  return {
    absWorkingDir: root,
    entryPoints: { ...entryPoints, ...threads },
    outdir: 'dist',
    bundle: true,
    // They find files of their own beside themselves; the last is nowhere.
    external: ['next', '@electric-sql/pglite', 'pg-native'],
    // For what packages in CommonJS take from Node.
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
