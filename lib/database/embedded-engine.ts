import { existsSync, readdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { exitWithError } from '@/lib/system/start-error';
import type { DiskFailure } from './durable-files';
import type { EngineCall, EngineOptions } from './embedded-worker';
import { diskFailed } from './lock';

/** The embedded database in a worker thread, so that long queries do not block the program. */
export interface EmbeddedEngine {
  /** Returns a stream to use as the socket of a `pg` client. All clients share the engine's single session. */
  connect(): Duplex;
  /** Dumps the data folder as a tar file. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

const MEGABYTE = 2 ** 20;

/**
 * Size of the page cache in megabytes: that of all `files`, at most 512 and an eighth of `memory` (both given in bytes), but
 * at least 32. The engine allocates all of it at startup, so it should be no larger than needed.
 */
export function sharedBuffers(files: number, memory: number): number {
  const most = Math.min(memory / 8 / MEGABYTE, 512);
  return Math.floor(Math.max(Math.min(files / MEGABYTE, most), 32));
}

/** Total size of tables and indexes in bytes; 0 for a new database. */
export function folderSize(dataDir: string): number {
  const tables = join(dataDir, 'base');
  if (!existsSync(tables)) return 0;
  const files = readdirSync(tables, { recursive: true, encoding: 'utf8' });
  return files.reduce((sum, file) => sum + statSync(join(tables, file)).size, 0);
}

/** Memory of the machine or container, in bytes. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Starts the engine, and waits until it is open. After a crash, the next connection starts it again, unless it is in memory or
 * a copy. Exits the program if its disk is full or fails, unless the database is a copy.
 */
export async function startEngine(options: Omit<EngineOptions, 'sharedBuffers'>): Promise<EmbeddedEngine> {
  let thread = new EngineThread(options);
  await thread.opened;
  // Restart a crashed engine, which recovers as after a crash of the program.
  const open = async () => {
    if (thread.lost && options.dataDir && !options.isCopy) thread = new EngineThread(options);
    await thread.opened;
    return thread;
  };
  return {
    connect: () => new EngineSocket(open),
    dump: () => thread.call('dump'),
    close: () => thread.close(),
  };
}

interface Waiting {
  resolve(answer: Uint8Array): void;
  reject(cause: Error): void;
}

class EngineThread {
  readonly opened: Promise<Uint8Array>;
  /** The error with which the thread has ended. */
  lost: Error | undefined;
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  /** Calls in order; the first entry waits for the engine to open. */
  private readonly waiting: Waiting[] = [];

  constructor(options: Omit<EngineOptions, 'sharedBuffers'>) {
    const { dataDir, isCopy } = options;
    // A database in memory, or a copy that is read once, needs no cache.
    const cache = dataDir && !isCopy ? sharedBuffers(folderSize(dataDir), memory()) : 16;
    const workerData: EngineOptions = { ...options, sharedBuffers: cache };
    this.worker = new Worker(new URL('./embedded-worker.js', import.meta.url), { workerData });
    this.opened = this.answer();
    /** Fails all pending and later calls. */
    const failCalls = (cause: Error) => {
      this.lost ??= cause;
      for (const { reject } of this.waiting.splice(0)) reject(this.lost);
    };
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        failCalls(new Error('The embedded database has ended'));
        resolve();
      });
    });
    this.worker.on('error', failCalls);
    this.worker.on('message', (answer: Uint8Array | DiskFailure) => {
      if (answer instanceof Uint8Array) return this.waiting.shift()?.resolve(answer);
      const failed = diskFailed(dataDir as string, answer);
      // If a copy fails, only this backup is lost.
      return isCopy ? failCalls(failed) : exitWithError(failed);
    });
  }

  /** Sends a call, transferring its buffer, and returns the answer. @throws the error with which the thread has ended. */
  async call(what: Exclude<EngineCall, 'close'>): Promise<Uint8Array> {
    if (this.lost) throw this.lost;
    this.send(what);
    return this.answer();
  }

  /** Closes the database, and waits for the thread to end. */
  async close(): Promise<void> {
    this.send('close');
    await this.ended;
  }

  private send(what: EngineCall): void {
    this.worker.postMessage(what, typeof what === 'string' ? [] : [what.buffer as ArrayBuffer]);
  }

  private answer(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => void this.waiting.push({ resolve, reject }));
  }
}

/** Messages held back until a sync, when the client waits for an answer: parse, bind, describe, execute and close. */
const HELD_MESSAGES = new Set(Buffer.from('PBDEC'));

/** Passes protocol bytes to the engine and back. All messages of a query are sent in one call. */
class EngineSocket extends Duplex {
  private readonly open: () => Promise<EngineThread>;
  private thread!: EngineThread;
  private held: Buffer[] = [];

  constructor(open: () => Promise<EngineThread>) {
    super();
    this.open = open;
  }

  /** Waits for the engine to open. */
  override _construct(done: Done): void {
    void reporting(done, async () => {
      this.thread = await this.open();
    });
  }

  // Methods of `net.Socket` that `pg` calls.
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {}

  unref(): void {}

  /** Sends the messages of a query to the engine once they are complete, and passes on its answer. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    for (const { chunk } of chunks) this.held.push(chunk);
    if (HELD_MESSAGES.has(this.held.at(-1)?.[0] as number)) return done();
    void reporting(done, async () => {
      const answer = await this.thread.call(toTransferable(this.held.splice(0)));
      if (answer.length > 0) this.push(answer);
    });
  }

  override _read(): void {}

  /** Ends the stream of answers when the client ends its requests. */
  override _final(done: Done): void {
    this.push(null);
    done();
  }
}

type Done = (error?: Error) => void;

/** Runs `work` and reports its outcome to a stream's callback. */
async function reporting(done: Done, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    return done(cause as Error);
  }
  done();
}

/** Joins chunks in a buffer that can be transferred; the memory of a `Buffer` may be shared. */
function toTransferable(chunks: Buffer[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
