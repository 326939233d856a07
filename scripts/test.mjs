import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, isBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { root } from './sources.mjs';

const results = path.join(root, 'test-results');
const unitReport = path.join(results, 'vitest.json');
const journeyReport = path.join(results, 'playwright.json');

/** @typedef {{ passed: number, failed: number, named?: string[] }} Counts `named`: tests that failed or were flaky. */

/** @type {[string, () => Counts | Promise<Counts>][]} */
const checks = [
  ['format', () => run('biome', 'check')],
  // Before the linter, which needs the generated route types.
  ['types', types],
  ['lint', () => run('oxlint', '-c', 'oxlint.config.mjs')],
];

/** @type {typeof checks} */
const tests = [
  [
    'unit and service tests',
    () =>
      count(
        run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`),
        unitCounts,
      ),
  ],
  ['build', buildOnce],
  ['journeys', () => count(run('playwright', 'test'), journeyCounts)],
];

const total = { passed: 0, failed: 0 };
const summary = [];
rmSync(results, { recursive: true, force: true });
mkdirSync(results);
for (const [name, step] of process.argv.includes('--check') ? checks : [...checks, ...tests]) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const { passed, failed, named = [] } = await step();
  total.passed += passed;
  total.failed += failed;
  const counts = passed + failed > 1 ? ` ${passed} passed, ${failed} failed` : '';
  const seconds = Math.round((performance.now() - start) / 1000);
  summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}${counts} (${seconds} s)`, ...named);
}
console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** Runs a tool from `node_modules`. Counts only its failure, so that the totals count tests. */
function run(tool, ...args) {
  const { status } = spawnSync(path.join(root, 'node_modules', '.bin', tool), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport },
  });
  return { passed: 0, failed: status === 0 ? 0 : 1 };
}

/** Reads the counts of a report. A failed run counts as at least one failure. */
function count(outcome, read) {
  try {
    const counts = read();
    return { ...counts, failed: Math.max(counts.failed, outcome.failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Reads the counts of the unit and service tests from the report of Vitest. */
function unitCounts() {
  const report = JSON.parse(readFileSync(unitReport, 'utf8'));
  const named = report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [naming('failed', path.relative(root, name), message)] : []),
    ...assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ status, fullName, failureMessages }) => naming(status, fullName, failureMessages[0])),
  ]);
  return { passed: report.numPassedTests, failed: report.numFailedTests, named };
}

/** Reads the counts of the journeys from the report of Playwright; flaky ones have passed. */
function journeyCounts() {
  const { stats, suites } = JSON.parse(readFileSync(journeyReport, 'utf8'));
  const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
  const named = suites
    .flatMap(specsOf)
    .flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, projectName, results }) =>
          naming(status, `${projectName} ${file}:${line} ${title}`, results[0]?.error?.message ?? ''),
        ),
    );
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, named };
}

/** A line of the summary: a test and its first error. */
function naming(status, title, message) {
  const what = status === 'passed' || status === 'flaky' ? 'repeated' : 'failed';
  const [first = ''] = stripVTControlCharacters(message).split('\n');
  return `       ${what}: ${title}: ${first}`;
}

/** Generates the types of routes, then checks all types. */
function types() {
  // Types left by `npm run dev` may refer to deleted pages.
  rmSync(path.join(root, '.next/dev/types'), { recursive: true, force: true });
  const generated = run('next', 'typegen');
  return generated.failed > 0 ? generated : run('tsc', '--noEmit');
}

/** Builds the sources unless they are built, and installs a browser if there is none. Counts only a failure. */
async function buildOnce() {
  try {
    if (!isBuilt()) await build();
    ensureChromium();
    return { passed: 0, failed: 0 };
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}
