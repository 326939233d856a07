import * as module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder, buildOrExit, isBuilt } from './build.mjs';
import { commit } from './commit.mjs';

// Keep compiled code between starts, which Node 20 cannot.
module.enableCompileCache?.();
// Next and React read NODE_ENV while loading.
process.env.NODE_ENV = 'production';
// The commit becomes a part of the version.
process.env.ROSTER_COMMIT = commit();

if (!isBuilt()) {
  console.log('Building Roster, which takes about a minute …');
  await buildOrExit();
}
// Run the server in this process, so that signals and the exit status pass through.
await import(pathToFileURL(path.join(buildFolder(), 'server.js')).href);
