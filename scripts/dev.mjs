import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { context } from 'esbuild';
import { bundleOptions } from './bundle.mjs';

// A name of its own, so that `npm start` still finds its build.
const program = 'dist/dev-server.js';

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let stopping = false;

async function stop() {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

async function restart() {
  await stop();
  if (stopping) return;
  child = spawn(process.execPath, ['--enable-source-maps', program], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
  });
}

const watching = await context({
  ...bundleOptions({ 'dev-server': 'server.ts' }),
  plugins: [
    {
      name: 'restart',
      setup(build) {
        build.onEnd(async ({ errors }) => {
          if (errors.length === 0) await restart();
        });
      },
    },
  ],
});
await watching.watch();

async function end() {
  if (stopping) return;
  stopping = true;
  await stop();
  await watching.dispose();
  process.exit(0);
}
process.on('SIGTERM', end);
process.on('SIGINT', end);
