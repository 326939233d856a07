import { provedEncoding, textSource } from './text-encoding';

/** Maximum length of a property, at which photos are cut. */
const LONGEST_PROPERTY = 10_000;
const MOST_PROPERTIES = 1_000;
/** Maximum number of nested cards, and of cards that wait for the end of the one around them. */
const MOST_OPEN = 3;
const MOST_WAITING = 100;
/** Maximum number of unclear lines listed per card. */
export const MOST_UNCLEAR = 10;
const BEGIN = 'BEGIN:VCARD';
const END = 'END:VCARD';

/** A property of a card: `item1.TEL;TYPE=cell,voice:+49 …`. */
export interface Property {
  name: string;
  /** In lower case, such as `type=cell`; vCard 2.1 leaves out the name. */
  parameters: string[];
  value: string;
}

export interface Card {
  /** Line where the card begins. */
  line: number;
  properties: Property[];
  /** Lines that cannot be read, and boundaries that are missing. */
  unclear: string[];
}

/**
 * Yields the cards of a file in the order of their beginnings. Each BEGIN starts a card, also without END or within another
 * card; so do properties that follow an END without BEGIN.
 */
export async function* cardsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Card> {
  /** Cards that have not ended yet, the innermost last. */
  let open: Card[] = [];
  const waiting: Card[] = [];
  let before = '';
  /** Opens a card that begins at this line, and returns it. */
  const begin = (line: number) => {
    const card: Card = { line, properties: [], unclear: [] };
    open.push(card);
    waiting.push(card);
    return card;
  };
  /** Ends cards whose boundary is `missing`, and notes that. */
  const endUnclear = (cards: Card[], missing: string) => {
    for (const card of cards) card.unclear.push(`${missing} is missing`);
    open = open.filter((card) => !cards.includes(card));
  };
  /** Takes the waiting cards before the first one that is still open. */
  const takeFinished = () => {
    const end = waiting.findIndex((card) => open.includes(card));
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };
  for await (const { line, text } of propertiesOf(bytes)) {
    const property = text === BEGIN || text === END ? null : parseProperty(text);
    let card = open.at(-1);
    if (text === BEGIN) {
      // An outer card would go on or end after the inner one: its END is missing.
      if (before === END) endUnclear(open, END);
      begin(line);
      if (open.length > MOST_OPEN || waiting.length > MOST_WAITING) endUnclear(open.slice(0, 1), END);
    } else if (text === END) open.pop();
    else if (property) {
      const isNext = property.name === 'VERSION' && card?.properties.some(({ name }) => name === 'VERSION');
      if (card && isNext) endUnclear([card], END);
      if (!card || isNext) {
        card = begin(line);
        card.unclear.push(`${BEGIN} is missing`);
      }
      if (card.properties.length < MOST_PROPERTIES) card.properties.push(property);
    } else if (card && text && card.unclear.length < MOST_UNCLEAR && !PHOTO.test(text))
      card.unclear.push(text.slice(0, 100));
    if (text) before = text;
    if (waiting[0] && !open.includes(waiting[0])) yield* takeFinished();
  }
  endUnclear(open, END);
  yield* takeFinished();
}

/** A line of a photo that is not indented. */
const PHOTO = /^[\w+/=]{16,}$/;

/** A boundary at the beginning of a line, as the whole line, or at its end; two within a line. Some files lack line breaks. */
const FIRST = /^\s{0,99}(BEGIN|END):\s{0,9}VCARD/i;
const ONLY = /^\s{0,99}(BEGIN|END):\s{0,9}VCARD\s{0,9}$/i;
const LAST = /(BEGIN|END):\s{0,9}VCARD$/i;
const BEFORE_TWO = /(?=END:\s{0,9}VCARD\s{0,9}BEGIN:\s{0,9}VCARD)/i;
const CARD_BEGINS = /^\s{0,99}BEGIN:\s{0,9}VCARD/i;
const PROPERTIES_BEGIN = /^\s{0,99}(?:VERSION|N|FN)[:;]/i;

const boundary = (word: string | undefined) => (word?.toUpperCase() === 'BEGIN' ? BEGIN : END);

/** Yields properties and boundaries of cards separately, each with the line where it begins. */
async function* propertiesOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; text: string }> {
  let last: { line: number; text: string } | undefined;
  for await (const next of unfold(bytes)) {
    if (!next.text.trim()) continue;
    if (last) for (const text of splitBoundaries(last.text, next.text)) yield { line: last.line, text };
    last = next;
  }
  if (last) for (const text of splitBoundaries(last.text, null)) yield { line: last.line, text };
}

/** Splits a line into properties and boundaries. */
function* splitBoundaries(line: string, next: string | null): Generator<string> {
  for (const part of line.trim().split(BEFORE_TWO)) {
    let rest = part.trim();
    for (let found = FIRST.exec(rest); found; found = FIRST.exec(rest)) {
      yield boundary(found[1]);
      rest = rest.slice(found[0].length).trim();
    }
    const last = LAST.exec(rest);
    const before = last ? rest.slice(0, last.index).trimEnd() : '';
    // In version 3.0, a card within another is the text of a property.
    if (/^AGENT[^:]{0,200}:BEGIN:VCARD\\n/i.test(rest))
      for (const inner of rest.slice(rest.indexOf(':') + 1).split(/\\n/i)) {
        const found = ONLY.exec(inner);
        yield found ? boundary(found[1]) : unescaped(inner);
      }
    else if (last && isBoundary(before, boundary(last[1]), next)) {
      yield* [before, boundary(last[1])];
    } else if (rest) yield rest;
  }
}

/** Whether a boundary after other text is a real one, rather than part of a note. */
function isBoundary(before: string, found: string, next: string | null): boolean {
  if (!/:\s*\S/.test(before) || next === null) return true;
  return (found === END ? CARD_BEGINS : PROPERTIES_BEGIN).test(next);
}

/** Joins folded lines to properties. Joins bytes before decoding, since a fold may cut a character. Cuts photos. */
async function* unfold(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  let began = 1;
  let parts: string[] = [];
  let length = 0;
  let isEncoded = false;
  let isOpen = false;
  let indent: string | null = '';
  const whole = () => ({ line: began, text: decodeProperty(parts.join('')) });
  for await (let text of linesOf(bytes)) {
    line++;
    const found = ONLY.exec(text);
    const only = found && boundary(found[1]);
    // All lines of a card may be indented, or only the first.
    if (only === BEGIN) indent = text.slice(0, text.length - text.trimStart().length);
    else if (indent && began === line - 1 && !text.startsWith(indent)) indent = '';
    if (indent && text.startsWith(indent)) text = text.slice(indent.length);
    if (only === END) indent = '';
    if (parts.length > 0 && !only && (isOpen || /^[ \t]/.test(text))) {
      if (length < LONGEST_PROPERTY) parts.push(isOpen ? text.replace(/=$/, '') : text.slice(1));
      length += text.length;
    } else {
      if (parts.length > 0) yield whole();
      began = line;
      isEncoded = /^[^:]{0,200}QUOTED-PRINTABLE/i.test(text);
      parts = [(isEncoded ? text.replace(/=$/, '') : text).slice(0, LONGEST_PROPERTY)];
      length = text.length;
    }
    isOpen = isEncoded && text.endsWith('=');
  }
  if (parts.length > 0) yield whole();
}

/** Decodes bytes, given as Latin-1, in the property's charset, else UTF-8. */
function decodeProperty(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  const charset = /^[^:]{0,200};charset="?([\w-]{1,40})/i.exec(latin1)?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset) ? textSource('utf-8').read(bytes, true) : decodeCharset(bytes, charset);
}

/** Yields lines of UTF-8 as Latin-1, where each character is a byte; cuts very long lines. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of toUtf8(bytes)) {
    const lines = (rest + chunk.toString('latin1')).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_PROPERTY * 10) rest = rest.slice(0, LONGEST_PROPERTY);
    yield* lines;
  }
  yield* rest.split(/\r\n|\n|\r/);
}

/** Converts UTF-16 to UTF-8; passes other bytes on. */
async function* toUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let source: ReturnType<typeof textSource> | null | undefined;
  for await (const chunk of bytes) {
    if (source === undefined) {
      const encoding = provedEncoding(chunk.subarray(0, 1_000));
      source = encoding?.startsWith('utf-16') ? textSource(encoding as 'utf-16le') : null;
    }
    yield Buffer.from(source ? source.read(chunk) : chunk);
  }
}

/** Parses a property, and decodes its value; `null` for text without a colon. */
function parseProperty(text: string): Property | null {
  let colon = -1;
  let isQuoted = false;
  for (let at = 0; at < text.length && colon < 0; at++)
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ':' && !isQuoted) colon = at;
  if (colon < 0) return null;
  const [head = '', ...parameters] = text.slice(0, colon).split(';');
  const name = head
    .slice(head.indexOf('.') + 1)
    .trim()
    .toUpperCase();
  const lower = parameters.map((parameter) => parameter.toLowerCase().replaceAll('"', ''));
  const value = text.slice(colon + 1);
  const isEncoded = lower.some((parameter) => parameter.endsWith('quoted-printable'));
  return { name, parameters: lower, value: isEncoded ? decodeQuotedPrintable(value, lower) : value };
}

/** Decodes quoted-printable text, in the charset that the parameters name. */
function decodeQuotedPrintable(value: string, parameters: string[]): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
  return decodeCharset(bytes, parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8));
}

/** Decodes text in its charset; as UTF-8 if that is unknown. */
function decodeCharset(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Splits a value at semicolons or commas that have no backslash before them; unescapes and trims the parts. */
export function splitValue(value: string, separator: ';' | ','): string[] {
  const parts = [''];
  for (const [token] of value.matchAll(/\\.|[^\\;,]+|[;,]/gsu))
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  return parts.map(unescaped);
}

export const unescaped = (text: string): string =>
  text.replace(/\\([\\,;:nN])/g, (_, character: string) => (/n/i.test(character) ? ' ' : character)).trim();
