import { isBlank } from '@/lib/contract/text';
import { headerMeaning, toWords } from './header-meaning';

/** Separators of titles in a cell, the rarest first; Google writes ` ::: `. */
const SEPARATORS = [':::', '::', ';', '|', '•', '·', '~', '^', '\t', ' / ', ' + ', ','];
/** Separator of a file with `VIP, Lead` in one row and `VIP; Lead` in another. */
const EITHER = ',;';
/** Separator of `#VIP #Lead`. */
const HASH = '#';
/** Separates titles in addition to any other separator. */
const LINE_BREAK = /[\n\r\v\u2028]/;
/** Maximum length of a cell that is parsed as a list. */
const LONGEST_LIST = 100_000;

/** Groups that Google makes itself, in its spelling; newer files have a star before them. */
const MADE_BY_PROGRAM =
  /^(?:(?:\* |System Group: )?(?:my ?[cC]ontacts|My ?Contacts|starred|Starred|Other Contacts|otherContacts)|Starred in Android|(?:\* |System Group: )(?:[fF]riends|[fF]amily|[cC]oworkers|[bB]locked|all|chatBuddies)|(?:\* )?(?:Imported|Restored) on \d[\d/. :-]*(?:[AP]M)?)$/;

/** Formats titles of segments as one cell. Quotes titles that have a separator, or begin like a list or a quoted title. */
export const segmentCell = (titles: string[], separator: string): string =>
  titles
    .map((title) =>
      /^["#[{]/.test(title) || [...SEPARATORS, separator.trim() || ','].some((one) => title.includes(one))
        ? `"${title.replaceAll('"', '""')}"`
        : title,
    )
    .join(separator);

/**
 * The separator of titles in these cells, outside of quotation marks: the rarest of several, `,;` if some cells have commas
 * and others semicolons, `#` if all begin with it; `null` if there is none.
 */
export const separatorIn = (cells: string[]): string | null => {
  const plain = cells
    .filter((cell) => !isBlank(cell) && !listIn(cell))
    .map((cell) => cell.trim().replaceAll(/"[^"]*"/g, ''));
  if (plain.length > 0 && plain.every((cell) => /^#\S/.test(cell))) return HASH;
  const commas = plain.filter((cell) => cell.includes(','));
  const semicolons = plain.filter((cell) => cell.includes(';'));
  const isEither = commas.length > 0 && semicolons.length > 0 && !commas.some((cell) => cell.includes(';'));
  const found =
    SEPARATORS.find((separator) => plain.some((cell) => cell.includes(separator))) ??
    (plain.some((cell) => /^[^\s/]{2,}(?:\/[^\s/]{2,})+$/.test(cell)) ? '/' : undefined);
  return found === ';' && isEither ? EITHER : (found ?? null);
};

/**
 * Splits a cell into titles, each once: the reverse of `segmentCell`, and for lists in brackets. Leaves out blank titles and
 * groups that Google makes itself. With an empty separator the cell is one title.
 */
export const splitTitles = (cell: string, separator: string): string[] =>
  splitList(cell, separator).filter((title) => !MADE_BY_PROGRAM.test(title));

/** Splits a cell into texts, each once and none of them blank. */
export function splitList(cell: string, separator: string): string[] {
  const titles = separator
    ? (listIn(cell) ?? cell.split(LINE_BREAK).flatMap((line) => splitUnquoted(line, separator)))
    : splitUnquoted(cell, separator);
  const trimmed = titles.map((title) => title.trim());
  return [...new Set(trimmed.filter((title) => !isBlank(title)))];
}

/** Splits a cell at separators outside of quotation marks, and removes the marks. */
function splitUnquoted(cell: string, separator: string): string[] {
  // Each run of spaces and commas is looked at once.
  if (separator === HASH)
    return cell.replace(/[\s,;]+(#?)/g, (run, hash) => (hash ? '\n#' : run)).split(/(?:^|\n)#/);
  const separators = separator === EITHER ? [...EITHER] : [separator];
  const titles: string[] = [];
  for (let at = 0; at <= cell.length; ) {
    const quoted = quotedAt(cell, at, separators);
    const [end, length] = quoted ? [quoted.end, 1] : nextSeparator(cell, at, separators);
    titles.push(quoted ? quoted.title : cell.slice(at, end));
    if (end >= cell.length) break;
    at = end + (quoted ? (separators.find((one) => cell.startsWith(one, end))?.length ?? 1) : length);
  }
  return titles;
}

/** Index of the next separator, else of the cell's end, and its length. */
function nextSeparator(cell: string, at: number, separators: string[]): [number, number] {
  let next: [number, number] = [cell.length, 0];
  for (const separator of separators) {
    const found = separator ? cell.indexOf(separator, at) : -1;
    if (found >= 0 && found < next[0]) next = [found, separator.length];
  }
  return next;
}

/** A quoted title at this place, and where it ends: before a separator, or with the cell; `null` if there is none. */
function quotedAt(cell: string, at: number, separators: string[]): { title: string; end: number } | null {
  let start = at;
  while (cell[start] === ' ') start++;
  if (cell[start] !== '"') return null;
  let close = cell.indexOf('"', start + 1);
  while (close >= 0 && cell[close + 1] === '"') close = cell.indexOf('"', close + 2);
  if (close < 0) return null;
  let end = close + 1;
  const isEnd = () => end === cell.length || separators.some((one) => one && cell.startsWith(one, end));
  while (cell[end] === ' ' && !isEnd()) end++;
  return isEnd() ? { title: cell.slice(start + 1, close).replaceAll('""', '"'), end } : null;
}

/**
 * The titles in a list, `["VIP","Lead"]`, `[{"name":"VIP"}]`, `['VIP', 'Lead']` or `{VIP,Lead}`; `null` for any other cell.
 */
function listIn(cell: string): string[] | null {
  const text = cell.trim();
  if (!/^(?:\[.*\]|\{[^:]*\})$/s.test(text) || text.length > LONGEST_LIST) return null;
  const inside = text.slice(1, -1);
  try {
    const list = JSON.parse(`[${inside}]`) as unknown[];
    return list
      .map(titleIn)
      .filter((title) => typeof title === 'string' || typeof title === 'number')
      .map(String);
  } catch {
    return splitUnquoted(inside, ',').map((title) => title.trim().replace(/^'(.*)'$/s, '$1'));
  }
}

/** The title of a list's item, which may be an object with `name`, `title` or `label`. */
function titleIn(one: unknown): unknown {
  if (typeof one !== 'object' || one === null) return one;
  const { name, title, label } = one as Record<string, unknown>;
  return name ?? title ?? label;
}

const YES =
  /^(?:x|✓|✔|☑|1|y|yes|true|on|j|ja|wahr|oui|vrai|s[ií]|verdadero|vero|sim|tak|ano|да|так|evet|はい|是|subscribed)$/i;
const NO = /^(?:0|-|n|no|unchecked|false|off|nein|falsch|non|faux|nie|ne|нет|ні|hayır|いいえ|否)$/i;
/** Words in names of flag columns that are not lists of people. */
const NO_LIST =
  /^(?:verified|opt|optin|optout|in|out|accepts?|agreed?|consent|exempt|active|enabled|disabled|is|has|valid|confirmed|deleted|archived|admin|bounced|spam|gdpr|dsgvo|unsubscribed|primary|default|do|not|source|origin|type|status|gender|activated|registered|starred)$/;

export const isYesOrNo = (value: string): boolean => YES.test(value) || NO.test(value);

/** Whether this value, in the column of a list, says that the person is in the list. */
export const isInList = (value: string): boolean => YES.test(value.trim());

/**
 * Whether a column is a list of people: named after the list, with only yes, no or nothing for each person, and some `x` or
 * `TRUE`.
 */
export function isFlagColumn(name: string, values: string[]): boolean {
  const words = toWords(name);
  return (
    values.some((value) => /^(?:x|✓|✔|☑|checked|TRUE|WAHR|VRAI)$/i.test(value) && value !== 'true') &&
    values.every(isYesOrNo) &&
    words.length > 0 &&
    words.length <= 4 &&
    !words.some((word) => NO_LIST.test(word)) &&
    (headerMeaning(name)?.isDoubtful ?? true)
  );
}
