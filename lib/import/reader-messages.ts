import type { ReaderName, ReaderOptions } from './readers';

/** Heap of a process that reads a file, in MB. */
export const MEMORY_MB = 512;
/** Exit status of a process that has exceeded its memory. */
export const EXIT_TOO_MUCH = 70;

/** Message to the process that reads. */
export type ReaderRequest =
  | { kind: 'read'; reader: ReaderName; options: ReaderOptions<ReaderName> }
  /** Answers `wanted`; `null` at the end of the file. */
  | { kind: 'bytes'; bytes: Uint8Array | null }
  | { kind: 'next' };

export type ReaderResponse =
  | { kind: 'wanted' }
  | { kind: 'value'; value: unknown }
  | { kind: 'end' }
  | { kind: 'invalid'; message: string }
  | { kind: 'failed'; error: string };
