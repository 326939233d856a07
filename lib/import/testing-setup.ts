import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Bundle of the program that reads files. */
    readerProcess: string;
  }
}

/** Bundles the program of `withReader`, which tests run from sources without a build. Returns a function that removes it. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'roster-reader-'));
  const outfile = join(folder, 'reader-process.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./reader-process.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // CommonJS packages require Node's modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  project.provide('readerProcess', outfile);
  return () => rm(folder, { recursive: true });
}
