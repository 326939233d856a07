import { commonGroups, groupRules } from './phone-groups';

/** Calling codes of two digits; +1 and +7 have one, all others three. */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * Formats an E.164 number for display, in the groups of its numbering plan: "+44 20 7946 0958". Returns other text unchanged.
 * Rare area codes may be grouped like the common ones of their country, which keeps all plans within 8 kB.
 */
export function formatPhone(e164: string): string {
  const digits = /^\+(\d{7,15})$/.exec(e164)?.[1];
  if (!digits) return e164;
  const code = digits.slice(0, /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3);
  const groups: string[] = [];
  let rest = digits.slice(code.length);
  for (const size of groupSizes(code, rest)) {
    if (size >= rest.length) break;
    if (size > 0) groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [`+${code}`, ...groups, rest].join(' ');
}

/** Sizes of all groups but the last, which takes the remaining digits. */
function groupSizes(code: string, digits: string): number[] {
  const common = commonGroups[digits.length] ?? '33';
  const rule = findRules(code).find(
    ({ length, start }) => (length === undefined || length === digits.length) && start.test(digits),
  );
  return [...(rule && rule.sizes !== '*' ? rule.sizes : common)].map(Number);
}

interface GroupRule {
  length: number | undefined;
  sizes: string;
  start: RegExp;
}

const rulesByCode = new Map<string, GroupRule[]>();

/** Group rules of a calling code, parsed once; none if it has only the common groups. */
function findRules(code: string): GroupRule[] {
  const known = rulesByCode.get(code);
  if (known) return known;
  const line = new RegExp(`^(?:\\d+,)*${code}(?:,\\d+)* (.*)$`, 'm').exec(groupRules)?.[1] ?? '';
  const rules = [...line.matchAll(/(?:(\d+)=)?([\d*]+)(?::(\S+))?/g)].map(
    ([, length, sizes = '', start = '']) => ({
      length: length ? Number(length) : undefined,
      sizes,
      start: new RegExp(`^(?:${start})`),
    }),
  );
  rulesByCode.set(code, rules);
  return rules;
}
