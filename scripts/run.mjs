import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder, isBuilt } from './build.mjs';
import { bundleOptions } from './bundle.mjs';
import { commit } from './commit.mjs';
import { root } from './sources.mjs';

// node scripts/run.mjs NAME ARGUMENTS… runs scripts/NAME.ts.
const [name] = process.argv.splice(2, 1);
process.env.ROSTER_COMMIT = commit();
const built = isBuilt();
if (!built) {
  const { build: bundle } = await import('esbuild');
  await bundle(bundleOptions({ [name]: `scripts/${name}.ts` }));
}
await import(pathToFileURL(path.join(built ? buildFolder() : path.join(root, 'dist'), `${name}.js`)).href);
