import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import {
  eachEngine,
  location,
  memoryOf,
  readOptions,
  readProcess,
  request,
  startRoster,
  until,
} from './harness.mjs';

/*
 * node bench/hostile.mjs [--engines postgresql,embedded] [--program FOLDER] [--only WORD]
 *
 * Sends small files and texts made to take time. Prints the slowest response of /health meanwhile, peak memory of the program
 * with its child processes, the number of these, and seconds until everything was answered and planned.
 */
const options = readOptions({ only: '', engines: 'postgresql,embedded' });
/** Time limit for each shape. */
const MOST_MILLISECONDS = 90_000;
/** Combining marks in an order that normalizing changes. */
const MARKS = '\u0301\u0316';

const csv = (...rows) => rows.map((cells) => cells.join(';')).join('\n');
const marks = (count) => `e${MARKS.repeat(count / 2)}`;
const many = (count, value) => Array.from({ length: count }, value);
const latin = (text) => Buffer.from(text, 'latin1');

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A workbook with `count` sheets that share one part. */
function workbook(count, rows, after = '') {
  const sheet = (_, index) => `<sheet name="S${index}" sheetId="${index + 1}" r:id="r1"/>`;
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook ${NAMESPACE} xmlns:r="${RELATION}"><sheets>${many(count, sheet).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${RELATION}/worksheet" Target="sheet1.xml"/></Relationships>`,
    ),
    'xl/sheet1.xml': strToU8(`<worksheet ${NAMESPACE}><sheetData>${rows}</sheetData>${after}</worksheet>`),
  });
}
const MERGED = workbook(
  1,
  '<row><c><v>1</v></c></row>'.repeat(20_000),
  `<mergeCells>${'<mergeCell ref="A1:A20000"/>'.repeat(35_000)}</mergeCells>`,
);
const SHARED = workbook(50, '<row><c><v>1</v></c></row>'.repeat(100_000));

/** Hostile inputs by name. Each gets functions to send requests, and to upload and plan a file. */
const shapes = {
  'LDIF: 27 comments': ({ upload }) => upload(`${'#x \n'.repeat(27)}email`),
  'segments: 3 cells of 90,000 commas, separator #': ({ plan }) =>
    plan(csv(['email', 'tags'], ...many(3, (_, i) => [`a${i}@x.org`, `#a${','.repeat(90_000)}b`])), {
      segmentSeparator: '#',
    }),
  'notes of 40,000 marks, 8 at once': ({ call, contact }) =>
    Promise.all(
      many(8, () => call('POST', `/contacts/${contact}/notes`, { text: `a${marks(40_000)}` }, [201, 400])),
    ),
  'a header of 95,000 marks': ({ upload }) => upload(csv(['email', marks(95_000)], ['a@x.org', 'x'])),
  'names of 95,000 marks': ({ plan }) =>
    plan(csv(['email', 'name'], ...many(2, (_, i) => [`a${i}@x.org`, marks(95_000)]))),
  'a batch of 250 emails of 2,000 marks': ({ call }) =>
    call(
      'POST',
      '/contacts/batch',
      { contacts: many(250, (_, i) => ({ email: `${marks(2_000)}${i}@x.org` })) },
      [200, 400],
    ),
  '100 rows of 50 emails of 1,900 characters': ({ plan }) =>
    plan(
      csv(
        many(50, (_, i) => `email ${i}`),
        ...many(100, () => many(50, () => `a@${'x'.repeat(1_897)}-`)),
      ),
    ),
  '1,000 columns': ({ plan }) =>
    plan(
      csv(
        many(1_000, (_, i) => `Mobile phone number of the customer ${i}`),
        ...many(100, (_, i) => many(1_000, (_, j) => `+49 30 9018${i + 100}${j % 10}`)),
      ),
    ),
  '140,000 line breaks': ({ upload }) => upload(`email${'\n'.repeat(140_000)}a@x.org`, [201, 400]),
  '1,000 rows of 100 segments each': ({ plan }) =>
    plan(
      csv(
        ['email', 'tags'],
        ...many(1_000, (_, i) => [
          `a${i}@x.org`,
          many(100, (_, j) => `Tag é ${(i * 100 + j) % 900}`).join(','),
        ]),
      ),
      { createSegments: true },
    ),
  '40 files in an old encoding at once': ({ upload }) =>
    Promise.all(many(40, (_, i) => upload(latin(`Vorname;E-Mail\nJ\xfcrgen;j${i}@x.org\n`)))),
  'merged cells, 4 at once': ({ upload }) => Promise.all(many(4, () => upload(MERGED, [201, 400]))),
  'sheets that share a part, 4 at once': ({ upload }) =>
    Promise.all(many(4, () => upload(SHARED, [201, 400]))),
};

await eachEngine(options.engines, async (engine, folder) => {
  const { port, env, drop } = await location(engine, folder, 'hostile');
  const table = {};
  for (const [name, send] of Object.entries(shapes).filter(([name]) => name.includes(options.only))) {
    // Each shape has its own program, because one may crash it.
    const program = await startRoster(env);
    table[name] = await watch(program.pid, port, send);
    await program.kill();
    console.log(engine, name, table[name]);
  }
  console.table(table);
  await drop();
});

async function watch(pid, port, send) {
  const call = async (method, target, body, expected = [200, 201, 202]) => {
    const response = await request(port, method, target, body);
    const answer = await response.json();
    if (!expected.includes(response.status)) throw new Error(`${target}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const upload = (file, expected) => call('POST', '/imports?name=bench.csv', file, expected);
  const plan = async (file, settings) => {
    const { id, settings: guessed } = (await upload(file)).data;
    if (settings) await call('PUT', `/imports/${id}`, { settings: { ...guessed, ...settings } });
    await call('POST', `/imports/${id}/plan`);
    await until(call, `/imports/${id}`, 'planned');
  };
  const { id: contact } = (await call('POST', '/contacts', { email: 'bench@example.com' })).data;
  await upload('email\nwarm@example.com\n');

  const most = { health: 0, memory: 0, processes: 0 };
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      const began = performance.now();
      await fetch(`http://127.0.0.1:${port}/health`).then((response) => response.text());
      most.health = Math.max(most.health, performance.now() - began);
      const processes = [pid, ...childrenOf(pid)];
      most.processes = Math.max(most.processes, processes.length);
      most.memory = Math.max(
        most.memory,
        processes.reduce((sum, one) => sum + memoryOf(one), 0),
      );
      await sleep(20);
    }
  })();
  const began = performance.now();
  const outcome = await Promise.race([
    send({ call, upload, plan, contact }).then(
      () => '',
      (error) => error.message.slice(0, 80),
    ),
    sleep(MOST_MILLISECONDS, 'not done', { ref: false }),
  ]);
  const seconds = (performance.now() - began) / 1000;
  isDone = true;
  await Promise.race([watching, sleep(MOST_MILLISECONDS, null, { ref: false })]);
  return {
    'health, ms': Math.round(most.health),
    'memory, MB': most.memory,
    processes: most.processes,
    seconds: Number(seconds.toFixed(1)),
    ...(outcome && { outcome }),
  };
}

/** Child processes of a process. */
function childrenOf(pid) {
  const parentOf = (entry) => readProcess(entry, 'stat').split(') ')[1]?.split(' ')[1];
  return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === String(pid));
}
