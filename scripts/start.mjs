import * as module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder, buildOrExit, isBuilt } from './build.mjs';
import { commit } from './commit.mjs';

// Compiled code is kept between starts. Node 20 cannot.
module.enableCompileCache?.();
// Next and React read it while loading.
process.env.NODE_ENV = 'production';
// A part of the version.
process.env.ROSTER_COMMIT = commit();

if (!isBuilt()) {
  console.log('Building Roster, which takes about a minute …');
  await buildOrExit();
}
// In this process, which passes signals and the exit status through.
await import(pathToFileURL(path.join(buildFolder(), 'server.js')).href);
