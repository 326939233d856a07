import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { InvalidFile } from './invalid-file';

/** Of all parts of a workbook, in bytes. */
export const MOST_INFLATED = 200_000_000;
/** Sheets deflate to a tenth or a fiftieth; only what is made to do harm goes further. */
const MOST_RATIO = 200;
/** Smaller files do no harm, whatever their ratio. */
export const HARMLESS = 10_000_000;
/** A workbook has a few for each sheet. */
const MOST_PARTS = 10_000;

const TOO_LARGE = 'This workbook is too large: unpacked it has more than 200 MB. Save the sheet as CSV.';
const DAMAGED = 'This file is not a workbook that can be read, or it is damaged. Save it as .xlsx or CSV.';

/** The parts of an `.xlsx` file by name. Sizes are checked before anything is inflated, and again while it is. */
export class WorkbookParts {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
  ) {}

  /** Throws `InvalidFile` when the file is no workbook, is encrypted, or would inflate to too much. */
  static async open(file: Uint8Array): Promise<WorkbookParts> {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
      throw new InvalidFile(
        bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
          ? 'This workbook is protected with a password. Save it without one.'
          : 'This is a workbook of an old format. Save it as .xlsx or CSV.',
      );
    try {
      const zip = await fromBufferPromise(bytes);
      const entries = new Map<string, Entry>();
      let total = 0;
      for await (const entry of zip.eachEntry()) {
        total += entry.uncompressedSize;
        const bomb = entry.uncompressedSize > Math.max(HARMLESS, entry.compressedSize * MOST_RATIO);
        if (total > MOST_INFLATED || bomb || entries.size >= MOST_PARTS) throw new InvalidFile(TOO_LARGE);
        if (entry.isEncrypted()) throw new InvalidFile('This file is protected with a password.');
        entries.set(entry.fileName, entry);
      }
      return new WorkbookParts(zip, entries);
    } catch (error) {
      throw asInvalidFile(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** A part as text, in pieces. Ends with `InvalidFile` where more comes out than the file declares. */
  async *read(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (!entry) throw new InvalidFile(DAMAGED);
    try {
      const decoder = new TextDecoder();
      // The library ends a stream that is longer than declared.
      for await (const chunk of await this.zip.openReadStreamPromise(entry))
        yield decoder.decode(chunk as Uint8Array, { stream: true });
    } catch (error) {
      throw asInvalidFile(error);
    }
  }
}

/** What zip and XML libraries throw, for people. */
export const asInvalidFile = (error: unknown): InvalidFile =>
  error instanceof InvalidFile ? error : new InvalidFile(DAMAGED, { cause: error });
