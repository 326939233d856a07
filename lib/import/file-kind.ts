/** Begins a table: a sheet, or a file of an archive. */
export interface TableStart {
  table: string;
  /** Whether the table is a text file, whose encoding and delimiter can be chosen. */
  isText: boolean;
}

/** Chunk of a stream of tables: the start of a table, followed by its bytes. */
export type TableChunk = TableStart | Uint8Array;

/** Kind of a file by its first bytes. `text` is read without conversion. */
export type FileKind = 'zip' | 'gzip' | 'office' | 'vcard' | 'text';

/** Tells the kind of a file by its first 100 bytes; `text` if they are none of the other kinds. */
export function fileKind(head: Uint8Array): FileKind {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 100));
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') return 'zip';
  const start = bytes.toString('hex', 0, 4);
  if (start.startsWith('1f8b')) return 'gzip';
  if (start === 'd0cf11e0') return 'office';
  const text = bytes.toString('latin1').replace(/\0|^\xef\xbb\xbf|^\xff\xfe|^\xfe\xff/g, '');
  return /^\s*BEGIN:\s*VCARD/i.test(text) ? 'vcard' : 'text';
}
