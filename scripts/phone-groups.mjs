import { writeFileSync } from 'node:fs';
import {
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/*
 * node scripts/phone-groups.mjs writes components/text/phone-groups.ts: rules for grouping digits, learned from random valid
 * numbers of each calling code. Takes some minutes; run it again after an upgrade of libphonenumber-js.
 */
const TRIES = 20_000;
/** Minimum share of a code's numbers that makes a rule worth its bytes, and maximum length of a rule's prefix. */
const WORTH = 0.003;
const DEPTH = 4;

let seed = 1;
/** Returns reproducible random digits, so that only new numbering plans change the file. */
function randomDigit() {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * 10);
}

/** Maps each key to its items, in the order in which the keys occur. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}

/** Possible lengths of national numbers in any of these countries. */
function possibleLengths(countries) {
  const metadata = new Metadata();
  return new Set(
    countries.flatMap((country) => {
      metadata.selectNumberingPlan(country);
      return metadata.numberingPlan.possibleLengths();
    }),
  );
}

/** Samples valid numbers, with their groups and weights: mobile numbers weigh as much as the others together. */
function sample(code, lengths) {
  const fitting = [...lengths].filter((length) => length > 3 && length + code.length <= 15);
  const found = [];
  const mobile = [];
  for (let tried = 0; tried < TRIES; tried++) {
    // In some countries few numbers are mobile: the second half of the tries has beginning and length of a mobile number.
    const like = tried > TRIES / 2 ? mobile[tried % mobile.length]?.digits : undefined;
    const start = like?.slice(0, 2) ?? '';
    const length = like?.length ?? fitting[tried % fitting.length];
    const digits = start + Array.from({ length: length - start.length }, randomDigit).join('');
    const phone = parsePhoneNumberFromString(`+${code}${digits}`);
    const type = phone?.nationalNumber === digits ? phone.getType() : undefined;
    if (!/FIXED|MOBILE/.test(type ?? '')) continue;
    const groups = phone.formatInternational().split(/[ -]/).slice(1);
    const one = { digits, groups: groups.map(({ length }) => length).join(''), type };
    found.push(one);
    if (type === 'MOBILE') mobile.push(one);
  }
  const others = found.length - mobile.length;
  const parts = Math.sign(mobile.length) + Math.sign(others);
  return found.map((one) => ({
    ...one,
    share: 1 / parts / (one.type === 'MOBILE' ? mobile.length : others),
  }));
}

/** Sizes of all groups except the last; `0` if there is only one group. */
function allButLast(groups) {
  return groups.slice(0, -1) || '0';
}

/** The most common sizes for each number of digits; each calling code has one vote. */
function commonGroups(all) {
  const lengths = [...new Set(all.flatMap((numbers) => numbers.map(({ digits }) => digits.length)))];
  return Object.fromEntries(
    lengths.map((length) => {
      const ofLength = all.map((numbers) => numbers.filter(({ digits }) => digits.length === length));
      const ofCodes = ofLength.filter(({ length }) => length > 0).map(mostCommonSizes);
      return [length, mostCommonSizes(ofCodes.map((sizes) => ({ groups: `${sizes}.`, share: 1 })))];
    }),
  );
}

/** The sizes, without the last group, with the largest share of the numbers. */
function mostCommonSizes(numbers) {
  const votes = new Map();
  for (const { groups, share } of numbers) {
    const sizes = allButLast(groups);
    votes.set(sizes, (votes.get(sizes) ?? 0) + share);
  }
  return [...votes].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Share of the numbers that these sizes group correctly; `*` stands for the common sizes. */
function rightShare(sizes, numbers) {
  let share = 0;
  for (const one of numbers)
    if (splitBySizes(sizes === '*' ? defaults[one.digits.length] : sizes, one.digits) === one.groups)
      share += one.share;
  return share;
}

/** The sizes of all groups of a number, as text; the last group takes the rest. */
function splitBySizes(sizes, digits) {
  let groups = '';
  let rest = digits.length;
  for (const size of sizes) {
    if (size === '0' || rest <= size) break;
    groups += size;
    rest -= size;
  }
  return groups + rest;
}

/** Rules for numbers of all lengths, or for each length if they are correct sufficiently more often. */
function makeRules(numbers) {
  const joint = findRules(numbers);
  const byLength = [...groupBy(numbers, ({ digits }) => digits.length)].sort(([one], [other]) => one - other);
  const apart = byLength.map(([length, some]) => ({ length, ...findRules(some) }));
  const texts = [
    toText(joint.rules),
    apart
      .map(({ length, rules }) => toText(rules, `${length}=`))
      .filter(Boolean)
      .join(' '),
  ];
  const gain = apart.reduce((sum, { right }) => sum + right, 0) - joint.right;
  return gain >= WORTH * Math.max(0.5, (texts[1].length - texts[0].length) / 6) ? texts[1] : texts[0];
}

/**
 * Finds sizes by prefix, with a longer prefix where it is worth its bytes, and the share `right` of numbers grouped correctly.
 */
function findRules(numbers, prefix = '', inherited = '*') {
  const sizes = ['*', ...new Set(numbers.map(({ groups }) => allButLast(groups)))];
  const shares = sizes.map((one) => [one, rightShare(one, numbers)]);
  const best = shares.reduce((one, other) => (other[1] > one[1] + 1e-9 ? other : one));
  const kept = rightShare(inherited, numbers);
  const isBetter = best[1] - kept >= WORTH;
  let [chosen, right] = isBetter ? best : [inherited, kept];
  const rules = isBetter ? [{ prefix, sizes: chosen }] : [];
  const all = numbers.reduce((sum, { share }) => sum + share, 0);
  if (prefix.length === DEPTH || all - right < WORTH) return { rules, right };
  for (const [next, some] of groupBy(numbers, ({ digits }) => digits.slice(0, prefix.length + 1))) {
    const before = rightShare(chosen, some);
    const deeper = findRules(some, next, chosen);
    rules.push(...deeper.rules);
    right += deeper.right - before;
  }
  return { rules, right };
}

/** Formats rules: longer prefixes first, prefixes with the same sizes together. */
function toText(rules, length = '') {
  const alike = groupBy(rules, ({ prefix, sizes }) => `${prefix.length} ${sizes}`);
  return [...alike.values()]
    .sort(([one], [other]) => other.prefix.length - one.prefix.length)
    .map((some) => {
      const beginnings = toPattern(some.map(({ prefix }) => prefix));
      return `${length}${some[0].sizes}${beginnings && `:${beginnings}`}`;
    })
    .join(' ');
}

/** Shortens `13|14|15` to `1[345]`. */
function toPattern(prefixes) {
  const byHead = groupBy(prefixes.sort(), (prefix) => prefix.slice(0, -1));
  return [...byHead]
    .map(([head, some]) => {
      const ends = some.map((prefix) => prefix.slice(-1)).join('');
      return head + (ends.length > 1 ? `[${ends}]` : ends);
    })
    .join('|');
}

const plans = groupBy(getCountries(), getCountryCallingCode);
const samples = new Map(
  [...plans].map(([code, countries]) => [code, sample(code, possibleLengths(countries))]),
);
const defaults = commonGroups([...samples.values()]);
const codesByRules = groupBy(samples.keys(), (code) => makeRules(samples.get(code)));
codesByRules.delete('');
const lines = [...codesByRules].map(([rules, codes]) => `${codes.join(',')} ${rules}`);
writeFileSync(
  new URL('../components/text/phone-groups.ts', import.meta.url),
  `// Written by scripts/phone-groups.mjs.

/** Sizes of all groups but the last, by the number of digits. */
export const commonGroups: Record<number, string> = ${JSON.stringify(defaults).replace(/"(\d+)":/g, ' $1: ')};

/**
 * Calling codes with other groups, and their rules, of which the first that fits counts: for numbers of \`n=\` digits, sizes of
 * all groups but the last (\`*\`: the common ones, \`0\`: none), \`:\` and how these numbers begin.
 */
export const groupRules = \`
${lines.join('\n')}
\`;
`,
);
