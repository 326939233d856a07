import { expect } from 'vitest';

/** Milliseconds of CPU time below which a difference means nothing. */
const NOISE = 10;

/** Measures CPU time in milliseconds, which other programs do not affect. */
async function cpuTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage().user;
  await run();
  return (process.cpuUsage().user - before) / 1_000;
}

/** Expects that twice the length takes less than three times the CPU time, noise apart, in one of three tries. */
export async function expectLinear(run: (length: number) => unknown, length: number): Promise<void> {
  let [once, twice] = [0, Number.POSITIVE_INFINITY];
  // Compiling and collecting garbage may come between.
  for (let tries = 0; tries < 3 && twice >= 3 * once + 4 * NOISE; tries++) {
    once = await cpuTime(() => run(length));
    twice = await cpuTime(() => run(2 * length));
  }
  expect(twice).toBeLessThan(3 * once + 4 * NOISE);
}

/** Texts that people, programs or attackers may repeat. */
export const PIECES = [
  ...',;\t|#/\\"\'`@.:()[]{}<>=&*_-+ \n\r1aAσé姓',
  '\u0301\u0316',
  'e\u0301\u0316',
  '\uff9e',
  '\u200d',
  '\ufffd',
  '#x \n',
  '# ',
  'a,',
  '",',
  '"a"',
  'a@',
  '@x.org ',
  'a@x.org,',
  '<a ',
  '<!--',
  'dn: ',
  '+1 ',
  '1/',
  '(0)',
  'x 1',
  'Ana ',
  "O'",
  'E-Mail ',
  'BEGIN:VCARD\n',
  'N;a=b:c\n',
  '=\n ',
];
