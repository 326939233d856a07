import type { ContactImport, ImportFormat, ImportSettings, ImportTarget } from '@/lib/contract/import';
import { isBlank, oneLine } from '@/lib/contract/text';
import { headerKey } from './columns';
import { readHead } from './file-head';
import { guessMapping, type Mapping } from './guess-mapping';
import { headerMeaning } from './header-meaning';
import { withoutLinks } from './links';
import { type NamedField, ownColumns, proposeType } from './own-columns';
import { separatorIn } from './segment-cell';

/** Maximum number of sample values of a column, and their length. */
const SAMPLES = 5;
const SAMPLE_LENGTH = 100;

/** Settings of every new import, and the organization's own fields. */
export type DescribeDefaults = Pick<ImportSettings, 'country' | 'createSegments'> & {
  fields: readonly NamedField[];
};

/** Known properties of a table before it is read. */
export interface TableToDescribe {
  /** Lines with non-ASCII characters from the whole table. */
  lines: Uint8Array;
  format: Partial<ImportFormat>;
  defaults: DescribeDefaults;
}

export type TableDescription = ReturnType<typeof describeFile> & {
  format: ImportFormat;
  otherTables: number[];
};

/** Describes a table from its beginning; `null` if it is not text. Throws `InvalidFile` for text that is not a table. */
export async function describeTable(
  bytes: AsyncIterable<Uint8Array>,
  { lines, format, defaults }: TableToDescribe,
): Promise<TableDescription | null> {
  const head = await readHead(bytes, lines, format);
  if (!head) return null;
  const { format: found, rows, otherTables } = head;
  return { format: found, otherTables, ...describeFile(found, rows, defaults) };
}

const isAddress = (target: ImportTarget | null | undefined) => target === 'email' || target === 'phone';

/**
 * Describes a file from its first rows: names and samples of the columns, settings with their probable targets, key of the
 * header, and the separator of segments, `null` if the rows show none.
 */
export function describeFile(
  format: ImportFormat,
  all: string[][],
  { country, createSegments, fields }: DescribeDefaults,
) {
  const rows = [...all];
  const header = format.header ? (rows.shift() ?? []).map(oneLine) : [];
  const own = ownColumns(header, fields);
  /** Blanks the columns of own fields, whose words and values mean nothing else. */
  const others = (cells: string[]) => cells.map((cell, index) => (own[index] ? '' : cell));
  const guess = own.some(Boolean)
    ? guessMapping(others(header), rows.map(others))
    : guessMapping(header, rows);
  const width = format.header ? namedWidth(header, rows, guess) : widest(rows);
  const columns: ContactImport['columns'] = Array.from({ length: width }, (_, index) => ({
    name: header[index]?.trim().slice(0, SAMPLE_LENGTH) || `Column ${index + 1}`,
    samples: pickSamples(rows, index),
    tellsUnsubscribed: guess.unsubscribed.includes(index),
  }));
  const segments = guess.targets.indexOf('segments');
  const separator =
    segments < 0 ? null : separatorIn(rows.map((cells) => withoutLinks(cells[segments] ?? '')));
  const settings: ImportSettings = {
    targets: columns.map((_, index) => own[index] ?? guess.targets[index] ?? null),
    columnOrder: guess.columnOrder.filter((index) => index < width),
    mode: 'both',
    fillBlanks: false,
    country,
    segmentIds: [],
    segmentSeparator: separator ?? ',',
    createSegments,
    sharedAddresses: 'hold',
    unusualPhones: 'leaveOut',
  };
  return {
    columns,
    settings,
    /** The type of field that fits each column. */
    types: columns.map((_, index) => proposeType(rows.map((cells) => cells[index] ?? ''))),
    separator,
    key: headerKey(header),
    hasHeader: header.length > 0,
    hasAddresses: guess.targets.some(isAddress),
    hasRows: all.length > 1,
  };
}

const widest = (rows: string[][]) => Math.max(...rows.map((cells) => cells.length), 1);

/**
 * Number of columns: the header's, unless most rows are wider and an email or phone is below its header. Few wider rows are
 * shifted.
 */
function namedWidth(header: string[], rows: string[][], { targets }: Mapping): number {
  const wider = rows.filter((cells) => cells.slice(header.length).some((cell) => !isBlank(cell)));
  const isAligned = header.some(
    (name, index) => isAddress(targets[index]) && headerMeaning(name)?.meaning === targets[index],
  );
  return wider.length * 2 > rows.length && isAligned ? widest(wider) : Math.max(header.length, 1);
}

/** The first five values of a column that are not blank, each in one line of at most 100 characters. */
function pickSamples(rows: string[][], index: number): string[] {
  const samples: string[] = [];
  for (const cells of rows) {
    const sample = oneLine(cells[index]?.trim() ?? '').slice(0, SAMPLE_LENGTH);
    if (sample) samples.push(sample);
    if (samples.length === SAMPLES) break;
  }
  return samples;
}
