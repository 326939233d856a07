import { describeTable, type TableToDescribe } from './describe-file';
import type { TableChunk } from './file-kind';

/**
 * Functions that run in the process of an upload (`read-in-process.ts`): bytes in, results out, one after the other. Each may
 * throw `InvalidFile`.
 */
export const readers = {
  /** Describes a table from its beginning; yields nothing if it is not text. */
  async *description(bytes: AsyncIterable<Uint8Array>, table: TableToDescribe) {
    const description = await describeTable(bytes, table);
    if (description) yield description;
  },
  /** Yields the tables of a file that is not text. */
  async *tables(bytes: AsyncIterable<Uint8Array>, _: null): AsyncGenerator<TableChunk> {
    const { readTables } = await import('./tables');
    yield* readTables(bytes);
  },
};

type Readers = typeof readers;
export type ReaderName = keyof Readers;
export type ReaderOptions<R extends ReaderName> = Parameters<Readers[R]>[1];
export type ReaderResult<R extends ReaderName> =
  ReturnType<Readers[R]> extends AsyncGenerator<infer T> ? T : never;
