import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { InvalidFile } from './invalid-file';
import { EXIT_TOO_MUCH, MEMORY_MB, type ReaderRequest, type ReaderResponse } from './reader-messages';
import type { ReaderName, ReaderOptions, ReaderResult } from './readers';

/** Path of the bundle of `reader-process.ts`, beside that of the server. Tests set another. */
export const readerProcess = { script: fileURLToPath(new URL('./reader-process.js', import.meta.url)) };

/** Seconds that a process may work for one upload, all reads together. */
export const limits = { seconds: 30 };

const TOO_MUCH = `This file could not be read: it needs more than ${MEMORY_MB} MB of memory. Save it as CSV, or split it.`;
const TOO_LONG = 'This file takes too long to read. Save it as CSV, or split it.';

/**
 * The process of one upload, with its own memory and no environment variables, because a file may crash it. The process ends
 * after a limited working time, or when `signal` aborts.
 */
export class Reader {
  private readonly child: ChildProcess;
  private milliseconds = limits.seconds * 1_000;
  private isOutOfTime = false;
  /** Whether nothing more can be read. */
  isClosed = false;

  constructor(private readonly signal?: AbortSignal) {
    // In a thread, a failed allocation larger than V8's reserve would abort the whole program.
    this.child = fork(readerProcess.script, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      env: {} as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    });
    // An abort emits `error` before `exit`; only `exit` tells how the process ended.
    this.child.on('error', () => {});
    // A reader must not keep the server from stopping.
    this.child.unref();
    this.child.channel?.unref();
  }

  /**
   * Runs one of `readers`, which takes `bytes` as it needs them, and yields its results. Throws `InvalidFile`, also for too
   * much memory or time. Kills the process if the caller stops early, or reading fails for another reason.
   */
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
      // The process would go on although nobody reads its results.
      if (!isComplete) this.close();
      await responses.return?.();
      await source.return?.();
    }
  }

  /** Kills the process, after which nothing can be read. */
  close(): void {
    this.isClosed = true;
    this.child.kill('SIGKILL');
  }

  /** The next response; `null` once the process has ended. Ends the process after its time, which passes only while waiting here. */
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

  /** Sends a request; ignores that the process may have ended, whose exit tells why. */
  private send(request: ReaderRequest): void {
    if (this.child.connected) this.child.send(request, () => {});
  }
}

/** Whether the process ended for lack of memory: it exits by itself, V8 aborts it, or the kernel kills it. */
const ranOutOfMemory = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === EXIT_TOO_MUCH ||
  exitCode === 134 ||
  signalCode === 'SIGABRT' ||
  signalCode === 'SIGKILL' ||
  signalCode === 'SIGTRAP';

/** Maximum number of concurrent processes, each of which may take much memory. */
const MOST_READERS = 2;

/** Organizations of the running readers. */
const reading: string[] = [];
/** Waiting uploads by organization; the organization that was served last comes last. */
const waiting = new Map<string, (() => void)[]>();

/**
 * Runs `work` with a new process when it is the upload's turn, and kills that afterwards. Two run at once; organizations take
 * turns, and those without a reader go first. An upload that is aborted while it waits throws at its turn.
 */
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

/** Starts the next upload, unless two readers run or none waits. */
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
