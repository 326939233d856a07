import { expect } from 'vitest';

/** Less CPU time than this tells nothing, in milliseconds. */
const NOISE = 10;

/** Milliseconds of CPU time, the least of three tries: other programs make no difference. */
async function cpuTime(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > NOISE; tries++) {
    const before = process.cpuUsage().user;
    await run();
    least = Math.min(least, (process.cpuUsage().user - before) / 1_000);
  }
  return least;
}

/** Expects that twice the length takes about twice the time, and not four times. */
export async function expectLinear(run: (length: number) => unknown, length: number): Promise<void> {
  const once = await cpuTime(() => run(length));
  expect(await cpuTime(() => run(2 * length))).toBeLessThan(3 * once + 4 * NOISE);
}

/** What people and programs repeat, and what is repeated to do harm. */
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
