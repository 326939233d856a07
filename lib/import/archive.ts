import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { InvalidFile } from './invalid-file';

/** Maximum bytes to which a file may unpack in total. */
export const MOST_INFLATED = 200_000_000;
/** Maximum compression ratio. Sheets reach 10 to 50; only a zip bomb reaches more. */
export const MOST_RATIO = 200;
/** Unpacked bytes up to which any ratio is harmless. */
export const HARMLESS = 10_000_000;
/** Maximum number of parts; a workbook has a few for each sheet. */
const MOST_PARTS = 10_000;

const TOO_LARGE =
  'This file is too large: unpacked it has more than 200 MB. Save the sheet as CSV, or split it.';
const DAMAGED = 'This file is damaged, or not what its name says. Save it as .xlsx or CSV.';

/** Bytes that may still be unpacked for an upload. */
export interface Inflation {
  left: number;
}

/** The parts of a zip file, such as a workbook. Checks sizes before inflating, and again while inflating. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
    private readonly inflation: Inflation,
  ) {}

  /**
   * Opens a zip file, whose parts are unpacked when read. Throws `InvalidFile` if the file is not an archive, is encrypted,
   * has too many parts, or would inflate to too much.
   */
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

  /** Names of the parts as written, in their order. */
  get names(): string[] {
    return [...this.entries.values()].map(({ fileName }) => fileName);
  }

  /** Whether there is a part of this name; ignores case. */
  has(name: string): boolean {
    return this.entries.has(keyOf(name));
  }

  /** Unpacked size of a part in bytes; 0 if there is none. */
  size(name: string): number {
    return this.entries.get(keyOf(name))?.uncompressedSize ?? 0;
  }

  /**
   * Yields a part in chunks. Throws `InvalidFile` if there is no such part, or it inflates to more than the file declares, or
   * than the upload may still unpack to.
   */
  async *bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(keyOf(name));
    if (!entry) throw new InvalidFile(DAMAGED);
    try {
      // yauzl fails a stream that is longer than declared.
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

/** Converts an error of the zip and XML libraries to one for people. */
export const asInvalidFile = (error: unknown): InvalidFile =>
  error instanceof InvalidFile ? error : new InvalidFile(DAMAGED, { cause: error });
