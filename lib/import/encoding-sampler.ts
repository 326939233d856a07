import { isAscii } from 'node:buffer';

/** Bytes of a sample, and maximum number of samples. */
const SAMPLE = 4 * 1024;
const MOST_SAMPLES = 64;
const LINE_FEED = 10;

/** Samples lines with non-ASCII characters from a whole file as it streams through, in constant memory. */
export class EncodingSampler {
  private samples: Uint8Array[] = [];
  private seen = 0;
  private each = 1;

  /** Takes the lines around the first non-ASCII character of the chunk, if it is this chunk's turn. */
  add(chunk: Uint8Array): void {
    if (isAscii(chunk) || this.seen++ % this.each !== 0) return;
    const first = chunk.findIndex((byte) => byte > 127);
    const start = chunk.lastIndexOf(LINE_FEED, first) + 1;
    const sample = chunk.subarray(Math.max(start, first - SAMPLE / 2), first + SAMPLE / 2);
    const end = first + SAMPLE / 2 < chunk.length ? sample.lastIndexOf(LINE_FEED) + 1 : sample.length;
    this.samples.push(sample.slice(0, end || sample.length));
    if (this.samples.length < MOST_SAMPLES) return;
    // Keep every other sample, and take samples half as often.
    this.samples = this.samples.filter((_, index) => index % 2 === 0);
    this.each *= 2;
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.samples);
  }
}
