import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './sources.mjs';

/*
 * sudo node scripts/image.mjs [FOLDER] follows the Dockerfile without Docker, with this machine's Debian and Node in place of
 * the base images. Then starts the image as its user, without a network, and read-only except for its volumes and /tmp; waits
 * until the health check passes; and stops it. Copies /roster of the image to FOLDER.
 */

/** Seconds that the health check may take to pass. */
const START_SECONDS = 120;
const BASE = [
  'bin',
  'sbin',
  'lib',
  'lib64',
  'etc',
  'dev',
  'proc',
  'usr/bin',
  'usr/sbin',
  'usr/lib',
  'usr/lib64',
  'usr/share',
];

/**
 * The stages of a Dockerfile, each with its steps: `[instruction, arguments]`.
 *
 * @param {string} text
 * @returns {{ image: string, alias: string, steps: [string, string][] }[]}
 */
export function parseStages(text) {
  const stages = [];
  const lines = text.replace(/\\\n/g, ' ').split('\n');
  for (const line of lines.map((one) => one.trim()).filter((one) => one && !one.startsWith('#'))) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [, image, alias = ''] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest);
      stages.push({ image, alias, steps: [] });
    } else stages.at(-1).steps.push([name, rest]);
  }
  return stages;
}

/** Parses `A=1 B=2` of an `ENV` step. */
const pairs = (text) => Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
/** Variables with which this machine reaches the package registry. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(NODE_EXTRA_CA_CERTS|(npm_config|https?_proxy).*)$/i.test(name),
  ),
);
const PATH = '/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin';
const shell = (words) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAndStart(process.argv[2]);

/** Carries out the Dockerfile in a temporary folder and checks the image. `kept`: where to copy its `/roster`. */
async function buildAndStart(kept) {
  const folder = mkdtempSync(path.join(tmpdir(), 'roster-image-'));
  chmodSync(folder, 0o755);
  try {
    const stages = parseStages(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
    const roots = new Map();
    let final;
    for (const [index, stage] of stages.entries()) {
      const top = path.join(folder, String(index));
      roots.set(stage.alias, top);
      final = makeStage(stage, top, roots);
    }
    if (kept) cpSync(path.join(final.top, 'roster'), kept, { recursive: true });
    await checkImage(final);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Carries out the steps of a stage in the folder `top`; `roots` has those of the earlier stages. */
function makeStage({ image, steps }, top, roots) {
  mkdirSync(path.join(top, 'usr/local/bin'), { recursive: true });
  if (image.startsWith('node:')) cpSync(process.execPath, path.join(top, 'usr/local/bin/node'));
  const made = { top, workdir: '/', env: {}, user: '0:0', volumes: [], health: [], command: [] };
  for (const [name, rest] of steps) {
    console.log(`── ${name} ${rest}`);
    if (name === 'WORKDIR') mkdirSync(path.join(top, (made.workdir = rest)), { recursive: true });
    else if (name === 'ENV') Object.assign(made.env, pairs(rest));
    else if (name === 'USER') made.user = rest;
    else if (name === 'VOLUME') made.volumes = rest.split(/\s+/);
    else if (name === 'CMD') made.command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') made.health = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
    else if (name === 'COPY') copyFiles(rest, made, roots);
    else if (name === 'RUN') {
      const status = spawnSync(
        ...chrootArguments(
          { ...made, env: { ...made.env, ...network } },
          `chroot . sh -c ${shell([`cd ${made.workdir} && ${rest}`])}`,
        ),
      ).status;
      if (status !== 0) throw new Error(`RUN ${rest} failed.`);
    } else if (name !== 'EXPOSE' && name !== 'ARG') throw new Error(`${name} is not known here.`);
  }
  return made;
}

/** Carries out a COPY step, from an earlier stage or the build context. */
function copyFiles(rest, { top, workdir }, roots) {
  const [, stage, words] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest);
  const parts = words.split(/\s+/);
  const to = path.resolve(workdir, parts.pop());
  for (const from of parts) {
    const target = path.join(top, to, /\/$|^\.$/.test(words.split(/\s+/).at(-1)) ? from : '');
    if (stage) {
      cpSync(path.join(roots.get(stage), from), target, { recursive: true });
      const kilobytes = execFileSync('du', ['-sk', target], { encoding: 'utf8' }).split('\t')[0];
      console.log(`   ${Math.round((kilobytes * 1024) / 1e6)} MB`);
    } else
      for (const file of context())
        if (from === '.' || file === from) cpSync(path.join(root, file), path.join(top, to, file));
  }
}

/** The files of Docker's build context: those of the repository that `.dockerignore` allows, without tests. */
function context() {
  const lines = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const allowed = new Set(lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)));
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', list, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        allowed.has(file.split('/', 1)[0]) &&
        !/\.test\.tsx?$/.test(file) &&
        existsSync(path.join(root, file)),
    );
}

/** Arguments of `spawn` to run a shell command in the root folder of a stage, with this machine's Debian mounted there. */
function chrootArguments({ top, env }, line, options = []) {
  const mounts = BASE.filter((name) => existsSync(`/${name}`)).map(
    (name) => `mkdir -p ${name} && mount --rbind /${name} ${name}`,
  );
  const script = `set -e; mount --bind ${top} ${top}; cd ${top}; ${mounts.join('; ')}; mkdir -p tmp; mount -t tmpfs none tmp; ${line}`;
  return [
    'unshare',
    ['--mount', ...options, 'sh', '-c', script],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH, HOME: '/tmp', ...env },
    },
  ];
}

/** Starts the image without a network, and throws unless it gets healthy, can write to its volumes only, and stops. */
async function checkImage({ top, user, workdir, volumes, command, health, env }) {
  const readOnly = [
    ...volumes.map((name) => `mount --bind .${name} .${name}`),
    `mount -o remount,ro,bind ${top}`,
    'ip link set lo up',
  ].join('; ');
  const program = `exec chroot --userspec=${user} . /usr/bin/env -C ${workdir} ${shell(command)}`;
  // `exec`, so that signals reach the program itself.
  const child = spawn(...chrootArguments({ top, env }, `${readOnly}; ${program}`, ['--net']));
  const ended = once(child, 'exit');
  let isOver = false;
  void ended.then(() => (isOver = true));
  const start = performance.now();
  /** Whether the health check passes inside of the running image. */
  const isHealthy = () =>
    spawnSync(
      'nsenter',
      [`--target=${child.pid}`, '--mount', '--net', `--root=/proc/${child.pid}/root`, ...health],
      {
        env: { PATH, ...env },
      },
    ).status === 0;
  /** Whether a file can be written inside of the running image; leaves it there. */
  const canWrite = (file) =>
    spawnSync('nsenter', [
      `--target=${child.pid}`,
      '--mount',
      `--root=/proc/${child.pid}/root`,
      'touch',
      file,
    ]).status === 0;
  while (!isOver && !isHealthy() && performance.now() - start < START_SECONDS * 1000)
    await new Promise((resolve) => setTimeout(resolve, 250));
  if (isOver || !isHealthy()) throw new Error('The health check did not pass.');
  console.log(
    `── healthy after ${((performance.now() - start) / 1000).toFixed(1)} s as user ${user}, without a network`,
  );
  if (canWrite(`${workdir}/x`) || !canWrite('/data/x'))
    throw new Error('Not what it should be able to write to.');
  if (statSync(path.join(top, 'data')).uid !== Number(user.split(':')[0]))
    throw new Error('/data is not its own.');
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`It ended with ${code}.`);
  console.log('── stopped in good order; nothing but its volumes could be written');
}
