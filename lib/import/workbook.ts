import { SaxesParser } from 'saxes';
import { type Archive, asInvalidFile } from './archive';
import { parsingWork } from './find';
import { InvalidFile } from './invalid-file';
import { type NumberStyle, numberStyle } from './sheet-number';

/** Styles of cells that a workbook may have. */
const MOST_STYLES = 65_490;
const MOST_STRINGS = 4_000_000;
/** Maximum length of all shared strings together. */
const MOST_CHARACTERS = 100_000_000;
/** Nesting of elements; a workbook has about ten. */
const MOST_DEPTH = 64;
/** Maximum characters of a cell, as in spreadsheets. */
export const LONGEST_CELL = 32_767;
/** Characters of a number format. */
const LONGEST_FORMAT = 255;

const TOO_MANY = 'This workbook has too much text or too many styles. Save the sheet as CSV.';
const TOO_DEEP = 'This file is not a workbook that can be read: its elements are nested too deeply.';

/** Data that the sheets of a workbook share. */
export interface Workbook {
  /** Visible sheets, in their order. */
  sheets: { name: string; path: string }[];
  styles: NumberStyle[];
  strings: string[];
  date1904: boolean;
}

/**
 * Lists the visible sheets of a workbook, and reads the styles and strings that they share. Finds its parts by their
 * relationships, since programs choose the names. Throws `InvalidFile`.
 */
export async function openWorkbook(archive: Archive, path: string): Promise<Workbook> {
  const relations = await readRelations(archive, path);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets = new Map<string, Workbook['sheets'][number]>();
  let date1904 = false;
  await visit(archive, path, {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet' || /hidden$/i.test(attributes.state ?? '')) return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const relation = byId.get(id ?? '');
      const isSheet = relation?.type.endsWith('/worksheet') ?? sheets.size === 0;
      const path = relation?.path ?? 'xl/worksheets/sheet1.xml';
      // Each part is read once; case in names is irrelevant.
      const key = path.toLowerCase();
      if (isSheet && !sheets.has(key)) sheets.set(key, { name: attributes.name ?? '', path });
    },
  });
  const partOf = (type: string) =>
    relations.find((one) => one.type.endsWith(`/${type}`))?.path ?? `xl/${type}.xml`;
  return {
    sheets: [...sheets.values()],
    date1904,
    styles: await readNumberStyles(archive, partOf('styles')),
    strings: await readSharedStrings(archive, partOf('sharedStrings')),
  };
}

/** Path of a workbook's main part; `null` if the file is not a workbook. */
export async function workbookPart(archive: Archive): Promise<string | null> {
  const relations = await readRelations(archive, '');
  const main = relations.find(({ type }) => type.endsWith('/officeDocument'))?.path;
  return [main, 'xl/workbook.xml'].find((path) => path && archive.has(path)) ?? null;
}

/** Reads the relationships of a part, or of the whole archive for `''`; none if it has no list of them. */
async function readRelations(
  archive: Archive,
  path: string,
): Promise<{ id: string; type: string; path: string }[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const part = `${folder}_rels/${path.slice(folder.length)}.rels`;
  const relations: { id: string; type: string; path: string }[] = [];
  if (archive.has(part))
    await visit(archive, part, {
      open(name, { Id = '', Type = '', Target = '' }) {
        if (name !== 'Relationship' || relations.length >= 10_000) return;
        relations.push({ id: Id, type: Type, path: resolvePath(folder, Target) });
      },
    });
  return relations;
}

/** Resolves a path relative to a folder, or to the root. */
function resolvePath(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (/^[/\\]/.test(target) ? target : folder + target).split(/[/\\]/))
    if (name === '..') names.pop();
    else if (name && name !== '.') names.push(name);
  return names.join('/');
}

interface Visitor {
  open?(name: string, attributes: Record<string, string>): void;
  /** Receives text, with the name of the element around it. */
  text?(name: string, text: string): void;
  close?(name: string): void;
}

/**
 * Calls the visitor for the elements of a part, with names without prefix, and skips furigana; yields after each chunk. Throws
 * `InvalidFile`.
 */
export async function* walk(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  visitor: Visitor,
): AsyncGenerator<void> {
  const decoder = new TextDecoder();
  const parser = new SaxesParser();
  const names: string[] = [];
  // Skip furigana, which repeat the text beside them.
  let furigana = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if (names.length === MOST_DEPTH) throw new InvalidFile(TOO_DEEP);
    const local = name.slice(name.indexOf(':') + 1);
    names.push(local);
    if (local === 'rPh') furigana++;
    visitor.open?.(local, attributes);
  });
  parser.on('text', (text) => furigana > 0 || visitor.text?.(names.at(-1) ?? '', text));
  parser.on('closetag', () => {
    const name = names.pop()!;
    if (name === 'rPh') furigana--;
    visitor.close?.(name);
  });
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    parsingWork.steps += text.length;
    try {
      parser.write(text);
    } catch (error) {
      throw asInvalidFile(error);
    }
    yield;
  }
}

async function visit(archive: Archive, path: string, visitor: Visitor): Promise<void> {
  for await (const _ of walk(archive.bytes(path), visitor));
}

/**
 * Reads the number formats of cells, by the index of their style; none without such a part. Throws `InvalidFile` for too many.
 */
async function readNumberStyles(archive: Archive, path: string): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let inCells = false;
  if (archive.has(path))
    await visit(archive, path, {
      open(name, { numFmtId, formatCode }) {
        if (Math.max(codes.size, styles.length) >= MOST_STYLES) throw new InvalidFile(TOO_MANY);
        if (name === 'numFmt') codes.set(Number(numFmtId), (formatCode ?? '').slice(0, LONGEST_FORMAT));
        else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells)
          styles.push(numberStyle(Number(numFmtId), codes.get(Number(numFmtId))));
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    });
  return styles;
}

/**
 * Reads the strings to which cells refer by index, each as one line; none without such a part. Throws `InvalidFile` for too
 * many.
 */
async function readSharedStrings(archive: Archive, path: string): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let string = '';
  if (archive.has(path))
    await visit(archive, path, {
      text(name, text) {
        if (name === 't') string = appended(string, text);
      },
      close(name) {
        if (name !== 'si') return;
        strings.push(lineOf(string));
        characters += string.length;
        if (strings.length > MOST_STRINGS || characters > MOST_CHARACTERS) throw new InvalidFile(TOO_MANY);
        string = '';
      },
    });
  return strings;
}

export const appended = (text: string, more: string) =>
  text.length < LONGEST_CELL ? text + more.slice(0, LONGEST_CELL - text.length) : text;

/**
 * Joins lines by U+2028, without blank ones, after decoding escapes of SpreadsheetML such as `_x000A_` for a line feed. Cuts
 * at `LONGEST_CELL`.
 */
export const lineOf = (text: string) =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .split(/[\r\n]+/)
    .map((line, index) => (index === 0 ? line.trimEnd() : line.trim()))
    .filter((line, index) => line || index === 0)
    .join('\u2028')
    .slice(0, LONGEST_CELL);
