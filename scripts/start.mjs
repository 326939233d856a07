import { buildOrExit, isBuilt } from './build.mjs';

// Next and React read it while loading.
process.env.NODE_ENV = 'production';

if (!isBuilt()) {
  console.log('Building Roster, which takes about a minute …');
  await buildOrExit();
}
// In this process, which passes signals and the exit status through.
await import('../dist/server.js');
