import type { ContactImport, ImportSettings } from '@/lib/contract/import';
import { guessMapping } from '@/lib/import/guess-mapping';
import type { FileHead } from '@/lib/import/readers';
import { separatorIn } from '@/lib/import/segment-cell';
import { defaultSettings } from './import-record';

/** Rows whose values show what a column holds. */
const SAMPLES = 5;
const SAMPLE_LENGTH = 100;

/** Header, or `[]`; what separates segments, if the rows show it; names and samples of the columns, and their probable meaning, from the first rows of a file. */
export function describeFile(
  { format, rows: all }: FileHead,
  { country, createSegments }: Pick<ImportSettings, 'country' | 'createSegments'>,
) {
  const rows = [...all];
  const header = format.header ? (rows.shift() ?? []) : [];
  const width = Math.max(header.length, ...rows.map((cells) => cells.length), 1);
  const columns: ContactImport['columns'] = Array.from({ length: width }, (_, index) => ({
    name: header[index]?.trim().slice(0, SAMPLE_LENGTH) || `Column ${index + 1}`,
    samples: rows.flatMap((cells) => cells[index]?.trim().slice(0, SAMPLE_LENGTH) || []).slice(0, SAMPLES),
  }));
  const { targets, columnOrder } = guessMapping(header, rows);
  const segments = targets.indexOf('segments');
  const separator = segments < 0 ? null : separatorIn(rows.map((cells) => cells[segments] ?? ''));
  const settings: ImportSettings = {
    ...defaultSettings,
    columnOrder,
    targets: columns.map((_, index) => targets[index] ?? null),
    mode: 'both',
    fillBlanks: false,
    country,
    segmentIds: [],
    segmentSeparator: separator ?? ',',
    createSegments,
  };
  return { header, columns, settings, separator };
}
