import './require-node.mjs';
import { spawn } from 'node:child_process';
import { context } from 'esbuild';
import { bundleOptions } from './bundle.mjs';

// A name of its own, so that `npm start` still finds its build.
const program = 'dist/dev-server.js';

const bundler = await context(bundleOptions({ 'dev-server': 'server.ts' }));
await bundler.rebuild();
await bundler.watch();

// Node restarts the program whenever the bundle changes.
const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--enable-source-maps', program],
  {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
  },
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 0));
