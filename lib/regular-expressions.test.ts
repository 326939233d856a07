import { readdirSync, readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/** Those that take quadratic time, by the most characters that they get. */
const SHORT: [most: number, file: RegExp, source: RegExp][] = [
  [200, /import\/read-phone\.ts$/, /^\[\\s,;\(\]\*|^\\s\*|^\\\/\|/],
  [200, /lists\/search-terms\.ts$/, /\]\+\$$/],
  [128, /staff\/common-password\.ts$/, /\\1/],
];
/** Characters of a text, and of one twice as long. */
const LENGTH = 2_000;
/** In milliseconds of CPU time: less tells nothing. */
const NOISE = 3;
/** The same for short texts, whose quadratic time is allowed up to it. */
const SHORT_NOISE = 60;

interface Expression {
  file: string;
  source: string;
  flags: string;
}

/** The regular expressions of a file. */
function expressionsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) found.push({ file, source: regex.pattern, flags: regex.flags });
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }));
  return found;
}

/** A character of each class. */
const MEMBERS: [classes: RegExp, member: string][] = [
  [/\\s|\\p\{Z/, ' '],
  [/\\[rn]|\\s|\[\^/, '\n'],
  [/\\d|0-9|\\p\{N/, '1'],
  [/\\w|\\p\{L|a-z|\.|\[\^/i, 'a'],
  [/\\p\{Lu|A-Z/, 'A'],
  [/\\p\{M/, '\u0301'],
  [/\\p\{(?:Cf|DI)/, '\u200d'],
  [/\\p\{ExtPict/, '\u{1f3f4}'],
  [/\\p\{sc=Hebrew/, '\u05d0'],
  [/\\t/, '\t'],
];

/** What an expression may match again and again: its own characters and words, members of its classes, and pairs of those. */
function piecesOf(source: string): string[] {
  const plain = source
    .replace(/\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})/gi, (_, long, short) =>
      String.fromCodePoint(Number.parseInt(long ?? short, 16)),
    )
    .replace(/\\p\{[^}]*\}|\\[a-z]|\(\?<?[:=!]|\{\d+(?:,\d*)?\}/gi, ' ');
  const signs = plain.match(/[^\p{L}\p{N}\s\\^$*+?()|[\]{}]/gu) ?? [];
  const escaped = Array.from(source.matchAll(/\\([^\p{L}\p{N}])/gu), ([, sign]) => sign ?? '');
  const members = MEMBERS.filter(([classes]) => classes.test(source)).map(([, member]) => member);
  const characters = [...new Set([...members, ...signs, ...escaped])].slice(0, 14);
  const words = [...new Set(plain.match(/[\p{L}\p{N}_-]{2,}/gu))].slice(0, 6);
  const pairs = characters.flatMap((one) => characters.map((other) => one + other));
  return [...new Set([...characters, ...words, ...words.map((word) => `${word} `), ...pairs])];
}

/** What keeps a match from its end. */
const BREAKERS = ['', '\0', '!x'];

/** Texts of two lengths, as what stands before, what is repeated, and what stands after. */
const textsFor = (source: string): [string, string, string][] => {
  const pieces = piecesOf(source);
  return pieces.flatMap((piece) =>
    ['', pieces[0] ?? ''].flatMap((before) =>
      BREAKERS.map((after): [string, string, string] => [before, piece, after]),
    ),
  );
};

/** The first text that takes more than three times as long whenever it is twice as long; CPU time, the least of three tries. */
const search = new Script(`
  const expression = new RegExp(source, flags.replace(/[gy]/g, '') + 'g');
  const measure = (length, [before, piece, after]) => {
    const text = before + piece.repeat(Math.ceil(length / piece.length)) + after;
    let least = Infinity;
    for (let tries = 0; tries < 3 && least > noise; tries++) {
      const began = now();
      text.replace(expression, '');
      least = Math.min(least, now() - began);
    }
    return least;
  };
  texts.find((text) => {
    latest = text;
    const twice = measure(2 * length, text);
    return twice > noise && twice > 3 * measure(length, text) && measure(4 * length, text) > 3 * twice;
  }) ?? null;`);

/** The text on which an expression takes superlinear time; `null`: none was found. */
function worstText({ file, source, flags }: Expression, timeout = 10_000): string[] | null {
  const [most] = SHORT.find((one) => one[1].test(file) && one[2].test(source)) ?? [];
  const slowOf = (): string[] | null => {
    const context = createContext({
      source,
      flags,
      texts: textsFor(source),
      latest: null,
      length: most ?? LENGTH,
      noise: most ? SHORT_NOISE : NOISE,
      now: () => process.cpuUsage().user / 1_000,
    });
    try {
      // Exponential time would not end.
      return search.runInContext(context, { timeout }) as string[] | null;
    } catch {
      return context.latest as string[];
    }
  };
  // Other threads count, too: what is slow is so twice.
  return slowOf() && slowOf();
}

test('finds exponential and quadratic time', () => {
  const worst = (source: string) => worstText({ file: '', source, flags: '' }, 2_000);
  expect(worst(String.raw`^\s*(?:#[^\n]*\s+)*dn:`)).not.toBeNull();
  expect(worst(String.raw`[\s,;]+#`)).not.toBeNull();
  expect(worst(String.raw`(?<=@.*)[^a.@]`)).not.toBeNull();
  expect(worst(String.raw`[\s,;]+(#?)`)).toBeNull();
}, 60_000);

const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/(?:\.test|testing|fixtures)\b/.test(name))
  .map((name) => `lib/${name}`);

test('each regular expression takes linear time, or gets short text only', () => {
  const expressions = sources.flatMap(expressionsOf);
  expect(expressions.length).toBeGreaterThan(300);
  const distinct = new Map(expressions.map((one) => [`${one.source}/${one.flags}`, one]));
  const slow = [...distinct.values()].flatMap((one) => {
    const text = worstText(one);
    return text ? [{ ...one, text }] : [];
  });
  expect(slow).toEqual([]);
}, 300_000);
