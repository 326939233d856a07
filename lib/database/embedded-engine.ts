import { existsSync, readdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { exitWithError } from '@/lib/system/start-error';
import type { DiskFailure } from './durable-files';
import type { EngineCall, EngineOptions } from './embedded-worker';
import { diskFailed } from './lock';

/** The embedded database in a thread of its own: however long a query takes, the program goes on meanwhile. */
export interface EmbeddedEngine {
  /** What takes the place of the socket of a `pg` client. All of them lead to the engine's one session. */
  connect(): Duplex;
  /** A consistent copy of all of it, as a tar file. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

const MEGABYTE = 2 ** 20;

/**
 * How much the engine keeps of its files in memory, in megabytes: to read a page of them takes it ten times as long as to
 * find one there. All of what they are where that is not much, and no more than an eighth of the memory. The engine fills
 * all of it with zeros at the start: it takes this much whether it is used or not.
 *
 * @param files What they are in all, and
 * @param memory what there is of memory, in bytes.
 */
export function sharedBuffers(files: number, memory: number): number {
  const most = Math.min(memory / 8 / MEGABYTE, 512);
  return Math.floor(Math.max(Math.min(files / MEGABYTE, most), 64));
}

/** What the tables and indexes in the folder of an engine are, in bytes; 0 before there are any. */
function sizeOf(dataDir: string): number {
  const tables = join(dataDir, 'base');
  if (!existsSync(tables)) return 0;
  const files = readdirSync(tables, { recursive: true, encoding: 'utf8' });
  return files.reduce((sum, file) => sum + statSync(join(tables, file)).size, 0);
}

/** The memory of the machine, or less where this process is given less of it, in bytes. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Opens it; fails with what the engine says of its folder. A disk that is full or fails ends the program. */
export async function startEngine(
  options: Pick<EngineOptions, 'dataDir' | 'snapshot'>,
): Promise<EmbeddedEngine> {
  let thread = new EngineThread(options);
  await thread.opened;
  // A folder is opened again after the engine was lost, as after a crash of the program. What was in memory is gone.
  const open = async () => {
    if (thread.lost && options.dataDir) thread = new EngineThread(options);
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
  /** Why it has ended. */
  lost: Error | undefined;
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  /** Answers come in the order of the calls, after one that says that the engine is open. */
  private readonly waiting: Waiting[] = [];

  constructor(options: Pick<EngineOptions, 'dataDir' | 'snapshot'>) {
    const { dataDir } = options;
    const workerData = {
      ...options,
      ...(dataDir && { sharedBuffers: sharedBuffers(sizeOf(dataDir), memory()) }),
    };
    this.worker = new Worker(new URL('./embedded-worker.js', import.meta.url), { workerData });
    this.opened = this.answer();
    const lose = (cause: Error) => {
      this.lost ??= cause;
      for (const { reject } of this.waiting.splice(0)) reject(this.lost);
    };
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        lose(new Error('The embedded database has ended'));
        resolve();
      });
    });
    this.worker.on('error', lose);
    this.worker.on('message', (answer: Uint8Array | DiskFailure) => {
      if (answer instanceof Uint8Array) this.waiting.shift()?.resolve(answer);
      else exitWithError(diskFailed(dataDir as string, answer));
    });
  }

  /** `what` is given away. */
  async call(what: Exclude<EngineCall, 'close'>): Promise<Uint8Array> {
    if (this.lost) throw this.lost;
    this.send(what);
    return this.answer();
  }

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

/** Parse, bind, describe, execute and close of the extended query protocol: what they answer is waited for after a sync. */
const HELD = new Set(Buffer.from('PBDEC'));

/** Bytes to the engine and back. The messages of one query go together: one call of the other thread for all of them. */
class EngineSocket extends Duplex {
  private readonly open: () => Promise<EngineThread>;
  private thread!: EngineThread;
  private held: Buffer[] = [];

  constructor(open: () => Promise<EngineThread>) {
    super();
    this.open = open;
  }

  /** Before anything is written. */
  override _construct(done: Done): void {
    void reporting(done, async () => {
      this.thread = await this.open();
    });
  }

  /** As that of a `net.Socket`, like the four below: there is no address. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {}

  unref(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    for (const { chunk } of chunks) this.held.push(chunk);
    if (HELD.has(this.held.at(-1)?.[0] as number)) return done();
    void reporting(done, async () => {
      const answer = await this.thread.call(joined(this.held.splice(0)));
      if (answer.length > 0) this.push(answer);
    });
  }

  override _read(): void {}

  override _final(done: Done): void {
    this.push(null);
    done();
  }
}

type Done = (error?: Error) => void;

/** What a stream is told when the work is done, or why it is not. */
async function reporting(done: Done, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    return done(cause as Error);
  }
  done();
}

/** In memory of its own, which can be given away: what `Buffer` allocates may be shared. */
function joined(chunks: Buffer[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
