import type { ContactImport, ImportFormat, ImportSettings } from '@/lib/contract/import';
import { guessTargets } from '@/lib/import/columns';
import { readRows } from '@/lib/import/read-rows';
import { separatorIn } from '@/lib/import/segment-cell';

/** Rows whose values show what a column holds. */
const SAMPLES = 5;
/** Rows that are looked at to guess what a column holds. */
const LOOKED_AT = 50;
const SAMPLE_LENGTH = 100;

/** Header, or `[]`; names and samples of the columns, and their probable meaning, from the beginning of a file. */
export async function describeFile(
  head: Uint8Array,
  format: ImportFormat,
  { country, createSegments }: Pick<ImportSettings, 'country' | 'createSegments'>,
) {
  const rows: string[][] = [];
  const { value = [] } = await readRows([head] as unknown as AsyncIterable<Uint8Array>, format).next();
  for (const { cells } of value.slice(0, LOOKED_AT + 1)) rows.push(cells);
  const header = format.header ? (rows.shift() ?? []) : [];
  const width = Math.max(header.length, ...rows.map((cells) => cells.length), 1);
  const columns: ContactImport['columns'] = Array.from({ length: width }, (_, index) => ({
    name: header[index]?.trim().slice(0, SAMPLE_LENGTH) || `Column ${index + 1}`,
    samples: rows.flatMap((cells) => cells[index]?.trim().slice(0, SAMPLE_LENGTH) || []).slice(0, SAMPLES),
  }));
  const targets = guessTargets(header, rows);
  const settings: ImportSettings = {
    targets: columns.map((_, index) => targets[index] ?? null),
    mode: 'both',
    fillBlanks: false,
    country,
    segmentIds: [],
    segmentSeparator: separatorIn(rows.map((cells) => cells[targets.indexOf('segments')] ?? '')),
    createSegments,
  };
  return { header, columns, settings };
}
