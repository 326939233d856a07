import { toFieldKey, toFieldPath } from '@/lib/contacts/field-values';
import type { ImportFormat, ImportSettings } from '@/lib/contract/import';
import type { Database } from '@/lib/database/database';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { ownEmail } from '@/lib/import/column-values';
import { loadCountryNames } from '@/lib/import/country-names';
import { isCountryColumn } from '@/lib/import/country-votes';
import { mapInTurns } from '@/lib/import/in-turns';
import { type FieldReader, fieldReader } from '@/lib/import/own-field-cell';
import { readRows, type TextFormat } from '@/lib/import/read-rows';
import type { FileRow } from '@/lib/import/record-scanner';
import type { Job } from '@/lib/jobs/job';
import { listActiveFields } from '../fields/fields';
import { jobContext } from '../shared/job-context';
import { type Corrections, type ParsedRow, parseRow } from './corrections';
import { readFile } from './import-file';
import type { Columns } from './row-request';

/** Rows per chunk. On the embedded database, everybody waits while a chunk runs. */
export const rowsPerChunk = ({ engine }: Database): number => (engine === 'embedded' ? 1_000 : 2_500);

/** Most characters per chunk, because rows may be long. */
const MOST_CHARACTERS = 1_000_000;
/** Idle time after which the reader of a file is closed: its plan was cancelled or waits. */
const IDLE_MILLISECONDS = 60_000;

export interface PlanInput {
  importId: string;
  /** Bytes. */
  size: number;
  format: TextFormat & Pick<ImportFormat, 'header'>;
  /** Index of the table in the file. */
  table: number;
  settings: ImportSettings;
  /** Names of the columns. */
  names: string[];
}

/** The next rows of a file. `share`: how much of the file has been read, 0 to 1. */
export interface Chunk {
  rows: ParsedRow[];
  share: number;
  isLast: boolean;
}

/** Reads a file chunk by chunk, one ahead while the database works on the previous one. */
export class FileChunks {
  private position = -1;
  private chunk: Chunk | undefined;
  private ahead: Promise<Chunk>;
  private readonly chunks: AsyncGenerator<Chunk, Chunk | undefined>;
  private readonly idle: NodeJS.Timeout;
  isClosed = false;

  constructor(database: Database, job: Job<PlanInput>) {
    this.chunks = parseChunks(jobContext(database, job), job.input);
    this.ahead = this.next();
    this.idle = setTimeout(() => this.close(), IDLE_MILLISECONDS).unref();
  }

  /** The chunk at a position: the same again if it was rolled back. After a job is taken over, reads from the beginning. */
  async at(position: number): Promise<Chunk> {
    this.idle.refresh();
    while (this.position < position) {
      this.chunk = await this.ahead;
      this.position++;
      if (!this.chunk.isLast) this.ahead = this.next();
    }
    return this.chunk as Chunk;
  }

  /** Stops reading; a closed reader is not used again. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.idle);
    // The process that reads may be gone already.
    void this.chunks.return(undefined).catch(() => {});
  }

  /** Begins to parse the next chunk. */
  private next(): Promise<Chunk> {
    const next = this.chunks.next().then(({ value }) => value as Chunk);
    // The awaiting caller handles the error.
    next.catch(() => {});
    return next;
  }
}

const readCorrections = scoped<{ corrections: Corrections | null }>(
  'read_import_corrections',
  'select corrections from imports where organization_id = $1 and id = $2',
);

/** The most cells that a row of the file may have; any number without a header. */
export const columnCount = ({ format, names }: Pick<PlanInput, 'format' | 'names'>): number =>
  format.header ? names.length : Number.POSITIVE_INFINITY;

/** Reads how to interpret the rows of a file. Its first rows show the email of the account that it comes from. */
export async function readColumns(context: RequestContext, input: PlanInput): Promise<Columns> {
  const { importId, format, table, settings, names } = input;
  if (settings.targets.includes('phoneCountry') || names.some(isCountryColumn)) await loadCountryNames();
  const { value: head = [] }: { value?: FileRow[] } = await readRows(
    readFile(context, importId, undefined, table),
    format,
  ).next();
  const rows = head.slice(format.header ? 1 : 0).map(({ cells }) => cells);
  return { names, settings, ownEmail: ownEmail(names, rows), fields: await readFields(context, settings) };
}

/** Readers of the own fields that columns are imported as, by target. */
async function readFields(
  context: RequestContext,
  { targets, newFields = [] }: ImportSettings,
): Promise<Map<string, FieldReader>> {
  if (!targets.some((target) => target && toFieldKey(target))) return new Map();
  const planned = newFields.map((field) => ({ ...field, options: [] }));
  const fields = [...(await listActiveFields(context)), ...planned];
  return new Map(fields.map((field) => [toFieldPath(field.key), fieldReader(field)]));
}

/** Parses the rows of a file, with their corrections, chunk by chunk. The last chunk is returned, not yielded. */
async function* parseChunks(
  context: RequestContext,
  input: PlanInput,
): AsyncGenerator<Chunk, Chunk | undefined> {
  const { importId, format, table, size } = input;
  const most = rowsPerChunk(context.database);
  const [stored] = await readCorrections(context, importId);
  const corrections = stored?.corrections ?? {};
  const columns = await readColumns(context, input);
  let bytes = 0;
  let isHeaderNext = format.header;
  let waiting: FileRow[] = [];
  let characters = 0;
  const parsed = (rows: FileRow[]): Promise<ParsedRow[]> =>
    mapInTurns(rows, (row) => parseRow(row, corrections, columns, columnCount(input)));
  const file = readFile(context, importId, (read) => (bytes = read), table);
  for await (const batch of readRows(file, format)) {
    waiting.push(...(isHeaderNext ? batch.slice(1) : batch));
    isHeaderNext = false;
    characters += batch.reduce(
      (sum, { cells }) => sum + cells.reduce((all, cell) => all + cell.length, 0),
      0,
    );
    // A chunk is last if no row follows, so always keep one row back.
    while (waiting.length > most || (characters > MOST_CHARACTERS && waiting.length > 1)) {
      const count = Math.min(most, waiting.length - 1);
      const rows = await parsed(waiting.slice(0, count));
      waiting = waiting.slice(count);
      characters = 0;
      yield { rows, isLast: false, share: Math.min(bytes / Math.max(size, 1), 1) };
    }
  }
  return { rows: await parsed(waiting), isLast: true, share: 1 };
}
