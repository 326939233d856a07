import { buildOrExit, isBuilt } from './build.mjs';
import { lockBuild } from './lock-build.mjs';

// Next and React read it while they are loaded.
process.env.NODE_ENV = 'production';

if (!isBuilt()) {
  const unlock = lockBuild(() => console.log('Waiting for another start that is building Roster …'));
  if (!isBuilt()) {
    console.log('Building Roster, which takes about a minute …');
    await buildOrExit();
  }
  unlock();
}
// In this process, so that signals and the exit status are the program's own.
await import('../dist/server.js');
