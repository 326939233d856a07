import type { ContactImport, ImportSettings, ImportTarget } from '@/lib/contract/import';
import { isBlank, oneLine } from '@/lib/contract/text';
import type { FileHead } from '@/lib/import/file-head';
import { guessMapping, type Mapping } from '@/lib/import/guess-mapping';
import { headerMeaning } from '@/lib/import/header-meaning';
import { withoutLinks } from '@/lib/import/links';
import { separatorIn } from '@/lib/import/segment-cell';
import { defaultSettings } from './import-record';

/** Rows whose values show what a column holds. */
const SAMPLES = 5;
const SAMPLE_LENGTH = 100;

/** Whether a table has a column of addresses. */
export function hasAddresses({ format, rows }: FileHead): boolean {
  const header = format.header ? (rows[0] ?? []) : [];
  return guessMapping(header, rows.slice(format.header ? 1 : 0)).targets.some(isAddress);
}

const isAddress = (target: ImportTarget | null | undefined) => target === 'email' || target === 'phone';

/**
 * Header, or `[]`; names and samples of the columns, and their probable meaning, from the first rows of a file; what
 * separates segments, where the rows show it.
 */
export function describeFile(
  { format, rows: all }: FileHead,
  { country, createSegments }: Pick<ImportSettings, 'country' | 'createSegments'>,
) {
  const rows = [...all];
  const header = format.header ? (rows.shift() ?? []).map(oneLine) : [];
  const guess = guessMapping(header, rows);
  const width = format.header ? namedWidth(header, rows, guess) : widest(rows);
  const columns: ContactImport['columns'] = Array.from({ length: width }, (_, index) => ({
    name: header[index]?.trim().slice(0, SAMPLE_LENGTH) || `Column ${index + 1}`,
    samples: samplesOf(rows, index),
    tellsUnsubscribed: guess.unsubscribed.includes(index),
  }));
  const segments = guess.targets.indexOf('segments');
  const separator =
    segments < 0 ? null : separatorIn(rows.map((cells) => withoutLinks(cells[segments] ?? '')));
  const settings: ImportSettings = {
    ...defaultSettings,
    targets: columns.map((_, index) => guess.targets[index] ?? null),
    columnOrder: guess.columnOrder.filter((index) => index < width),
    mode: 'both',
    fillBlanks: false,
    country,
    segmentIds: [],
    segmentSeparator: separator ?? ',',
    createSegments,
  };
  return { header, columns, settings, separator };
}

const widest = (rows: string[][]) => Math.max(...rows.map((cells) => cells.length), 1);

/** Rows that are wider than the header are shifted, unless most are, with addresses where the header has them. */
function namedWidth(header: string[], rows: string[][], { targets }: Mapping): number {
  const wider = rows.filter((cells) => cells.slice(header.length).some((cell) => !isBlank(cell)));
  const isAligned = header.some(
    (name, index) => isAddress(targets[index]) && headerMeaning(name)?.meaning === targets[index],
  );
  return wider.length * 2 > rows.length && isAligned ? widest(wider) : Math.max(header.length, 1);
}

function samplesOf(rows: string[][], index: number): string[] {
  const samples: string[] = [];
  for (const cells of rows) {
    const sample = oneLine(cells[index]?.trim() ?? '').slice(0, SAMPLE_LENGTH);
    if (sample) samples.push(sample);
    if (samples.length === SAMPLES) break;
  }
  return samples;
}
