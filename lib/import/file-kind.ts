/** Begins a table: a sheet, or a file of an archive. */
export interface TableStart {
  table: string;
  /** Of a text file, what it says may be read in more than one way. */
  isText: boolean;
}

/** A table's beginning, then its bytes, then those of the next. */
export type TableChunk = TableStart | Uint8Array;

/** What a file is by its first bytes. `text` is read as it is. */
export type FileKind = 'zip' | 'gzip' | 'office' | 'vcard' | 'text';

export function fileKind(head: Uint8Array): FileKind {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 100));
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') return 'zip';
  const start = bytes.toString('hex', 0, 4);
  if (start.startsWith('1f8b')) return 'gzip';
  if (start === 'd0cf11e0') return 'office';
  const text = bytes.toString('latin1').replace(/\0|^\xef\xbb\xbf|^\xff\xfe|^\xfe\xff/g, '');
  return /^\s*BEGIN:\s*VCARD/i.test(text) ? 'vcard' : 'text';
}
