import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { InvalidFile } from './invalid-file';
import { EXIT_TOO_MUCH, MEMORY_MB, type ReaderRequest, type ReaderResponse } from './reader-messages';
import type { ReaderName, ReaderOptions, ReaderResult } from './readers';

/** The bundle of `reader-process.ts`, which is beside that of the server. Tests have another. */
export const readerProcess = { script: fileURLToPath(new URL('./reader-process.js', import.meta.url)) };

/** How long a process may work for one upload, all that is read of it together. */
export const limits = { seconds: 30 };

const TOO_MUCH = `This file could not be read: it needs more than ${MEMORY_MB} MB of memory. Save it as CSV, or split it.`;
const TOO_LONG = 'This file takes too long to read. Save it as CSV, or split it.';

/**
 * The process of one upload, which has the memory and the environment of nobody else: a file may end it. It works for a
 * limited time, and until nobody waits for it.
 */
export class Reader {
  private readonly child: ChildProcess;
  private milliseconds = limits.seconds * 1_000;
  private isOutOfTime = false;
  /** Whether nothing more can be read. */
  isClosed = false;

  constructor(private readonly signal?: AbortSignal) {
    // No thread: when an allocation fails that is larger than V8's reserve, V8 aborts the process of the thread.
    this.child = fork(readerProcess.script, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      env: {} as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    });
    // An abort emits `error` before `exit`, which is what tells how the process ended.
    this.child.on('error', () => {});
    // An open file does not keep the server from stopping.
    this.child.unref();
    this.child.channel?.unref();
  }

  /** Runs one of `readers`. Reads `bytes` as they are needed. Throws `InvalidFile`, also for too much memory or time. */
  async *read<R extends ReaderName>(
    reader: R,
    bytes: AsyncIterable<Uint8Array>,
    options: ReaderOptions<R>,
  ): AsyncGenerator<ReaderResult<R>, undefined> {
    const { child } = this;
    const responses = on(child, 'message', { close: ['exit'] });
    const source = bytes[Symbol.asyncIterator]();
    let isComplete = false;
    try {
      this.send({ kind: 'read', reader, options });
      for (;;) {
        const response = await this.inTime(responses);
        if (!response) break;
        isComplete = response.kind === 'end' || response.kind === 'invalid';
        if (response.kind === 'end') return;
        if (response.kind === 'invalid') throw new InvalidFile(response.message);
        if (response.kind === 'failed')
          throw new Error('Reading a file failed.', { cause: new Error(response.error) });
        if (response.kind === 'wanted') {
          const { value, done } = await source.next();
          this.send({ kind: 'bytes', bytes: done ? null : value });
        } else {
          this.send({ kind: 'next' });
          yield response.value as ReaderResult<R>;
        }
      }
      this.signal?.throwIfAborted();
      if (this.isOutOfTime) throw new InvalidFile(TOO_LONG);
      throw ranOutOfMemory(child)
        ? new InvalidFile(TOO_MUCH)
        : new Error(`The process that reads a file ended (${child.signalCode ?? child.exitCode}).`);
    } finally {
      // It would go on with what nobody wants.
      if (!isComplete) this.close();
      await responses.return?.();
      await source.return?.();
    }
  }

  close(): void {
    this.isClosed = true;
    this.child.kill('SIGKILL');
  }

  /** The next response, `null` once the process has ended: after its time at the latest, which passes only here. */
  private async inTime(responses: AsyncIterator<unknown[]>): Promise<ReaderResponse | null> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return null;
    const began = performance.now();
    const timer = setTimeout(() => {
      this.isOutOfTime = true;
      this.close();
    }, this.milliseconds);
    const { value, done } = await responses.next();
    clearTimeout(timer);
    this.milliseconds -= performance.now() - began;
    return done ? null : (value[0] as ReaderResponse);
  }

  /** What a process that is gone was to receive is of no use: its exit tells why. */
  private send(request: ReaderRequest): void {
    if (this.child.connected) this.child.send(request, () => {});
  }
}

/** V8 aborts; the kernel kills. */
const ranOutOfMemory = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === EXIT_TOO_MUCH ||
  exitCode === 134 ||
  signalCode === 'SIGABRT' ||
  signalCode === 'SIGKILL' ||
  signalCode === 'SIGTRAP';

/** Processes at once, each of which may take much memory. */
const MOST_READERS = 2;

/** The organizations of the readers at work. */
const reading: string[] = [];
/** Uploads that wait, by organization: the one that was served last comes last. */
const waiting = new Map<string, (() => void)[]>();

/** Reads an upload when it is its turn: organizations take turns, and one with a reader waits for those without. */
export async function withReader<T>(
  organizationId: string,
  signal: AbortSignal | undefined,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  await new Promise<void>((start) => {
    waiting.set(organizationId, [...(waiting.get(organizationId) ?? []), start]);
    startNext();
  });
  let reader: Reader | undefined;
  try {
    signal?.throwIfAborted();
    reader = new Reader(signal);
    return await work(reader);
  } finally {
    reader?.close();
    reading.splice(reading.indexOf(organizationId), 1);
    startNext();
  }
}

function startNext(): void {
  if (reading.length >= MOST_READERS) return;
  const ids = [...waiting.keys()];
  const next = ids.find((id) => !reading.includes(id)) ?? ids[0];
  if (next === undefined) return;
  const [start, ...others] = waiting.get(next) ?? [];
  waiting.delete(next);
  if (others.length > 0) waiting.set(next, others);
  reading.push(next);
  start?.();
}
