import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { InvalidFile } from './invalid-file';

/** What all that is in a file unpacks to, in bytes. */
export const MOST_INFLATED = 200_000_000;
/** Sheets deflate to a tenth or a fiftieth; only what is made to do harm goes further. */
export const MOST_RATIO = 200;
/** Smaller files do no harm, whatever their ratio. */
export const HARMLESS = 10_000_000;
/** A workbook has a few for each sheet. */
const MOST_PARTS = 10_000;

const TOO_LARGE =
  'This file is too large: unpacked it has more than 200 MB. Save the sheet as CSV, or split it.';
const DAMAGED = 'This file is damaged, or not what its name says. Save it as .xlsx or CSV.';

/** Bytes that may still be unpacked for an upload. */
export interface Inflation {
  left: number;
}

/** The parts of a zip file, such as a workbook. Sizes are checked before anything is inflated, and again while it is. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
    private readonly inflation: Inflation,
  ) {}

  /** Throws `InvalidFile` when the file is no archive, is encrypted, or would inflate to too much. */
  static async open(file: Uint8Array, inflation: Inflation): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
      const entries = new Map<string, Entry>();
      let total = 0;
      for await (const entry of zip.eachEntry()) {
        total += entry.uncompressedSize;
        const bomb = entry.uncompressedSize > Math.max(HARMLESS, entry.compressedSize * MOST_RATIO);
        if (total > MOST_INFLATED || bomb || entries.size >= MOST_PARTS) throw new InvalidFile(TOO_LARGE);
        if (entry.isEncrypted())
          throw new InvalidFile('This file is protected with a password. Save it without one.');
        entries.set(keyOf(entry.fileName), entry);
      }
      return new Archive(zip, entries, inflation);
    } catch (error) {
      throw asInvalidFile(error);
    }
  }

  /** As they are written, in their order. */
  get names(): string[] {
    return [...this.entries.values()].map(({ fileName }) => fileName);
  }

  /** Names count without case. */
  has(name: string): boolean {
    return this.entries.has(keyOf(name));
  }

  /** Of a part, in bytes. */
  size(name: string): number {
    return this.entries.get(keyOf(name))?.uncompressedSize ?? 0;
  }

  /** A part in chunks. Ends with `InvalidFile` where more comes out than the file declares, or than an upload may unpack to. */
  async *bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(keyOf(name));
    if (!entry) throw new InvalidFile(DAMAGED);
    try {
      // The library ends a stream that is longer than declared.
      for await (const chunk of (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
        this.inflation.left -= chunk.byteLength;
        if (this.inflation.left < 0) throw new InvalidFile(TOO_LARGE);
        yield chunk;
      }
    } catch (error) {
      throw asInvalidFile(error);
    }
  }
}

const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** What zip and XML libraries throw, for people. */
export const asInvalidFile = (error: unknown): InvalidFile =>
  error instanceof InvalidFile ? error : new InvalidFile(DAMAGED, { cause: error });
