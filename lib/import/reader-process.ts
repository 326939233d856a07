import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { InvalidFile } from './invalid-file';
import { EXIT_TOO_MUCH, MEMORY_MB, type ReaderRequest, type ReaderResponse } from './reader-messages';
import { readers } from './readers';

/** The program of a process that reads one upload; see `read-in-process.ts`. */

/** Memory beyond the heap, for Node itself and buffers. */
const OVERHEAD_MB = 200;
const WATCH_MILLISECONDS = 50;

const requests = new EventEmitter();
const send = (response: ReaderResponse) => process.send?.(response);
const receive = <K extends ReaderRequest['kind']>(kind: K) =>
  new Promise<Extract<ReaderRequest, { kind: K }>>((resolve) => requests.once(kind, resolve));

process.on('message', (request: ReaderRequest) => requests.emit(request.kind, request));
process.on('disconnect', () => process.exit());
try {
  // If memory runs out all the same, the kernel kills this process before the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has this file.
}
// V8 limits only its heap, which excludes buffers.
setInterval(() => {
  if (process.memoryUsage.rss() > (MEMORY_MB + OVERHEAD_MB) * 1024 * 1024) process.exit(EXIT_TOO_MUCH);
}, WATCH_MILLISECONDS).unref();

/** Yields the upload, which the server sends chunk by chunk on request. */
async function* bytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const answer = receive('bytes');
    send({ kind: 'wanted' });
    const { bytes } = await answer;
    if (!bytes) return;
    yield bytes;
  }
}

/** Runs one reader, and sends its results when they are wanted. */
async function read({ reader, options }: Extract<ReaderRequest, { kind: 'read' }>): Promise<void> {
  try {
    for await (const value of readers[reader](bytes(), options as never)) {
      const next = receive('next');
      send({ kind: 'value', value });
      await next;
    }
    send({ kind: 'end' });
  } catch (error) {
    if (error instanceof InvalidFile) send({ kind: 'invalid', message: error.message });
    else
      send({
        kind: 'failed',
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
  }
}

for (;;) await read(await receive('read'));
