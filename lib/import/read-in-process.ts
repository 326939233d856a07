import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { InvalidFile } from './invalid-file';
import type { TextFormat } from './read-rows';
import { EXIT_TOO_MUCH, MEMORY_MB, type ReaderRequest, type ReaderResponse } from './reader-messages';
import type { Readers } from './readers';

/** The bundle of `reader-process.ts`, which is beside that of the server. Tests have another. */
export const readerProcess = { script: fileURLToPath(new URL('./reader-process.js', import.meta.url)) };

type Result<R extends keyof Readers> = ReturnType<Readers[R]> extends AsyncGenerator<infer T> ? T : never;

const TOO_MUCH = `This file could not be read: it needs more than ${MEMORY_MB} MB of memory. Save it as CSV, or split it.`;

/**
 * Runs one of `readers` in a process of its own, which has the memory and the environment of nobody else: a file may end it.
 * Reads `bytes` as they are needed. Throws `InvalidFile`, also when the file takes too much memory.
 */
export async function* readInProcess<R extends keyof Readers>(
  reader: R,
  bytes: AsyncIterable<Uint8Array>,
  format: TextFormat | null = null,
): AsyncGenerator<Result<R>, undefined> {
  // No thread: when an allocation fails that is larger than V8's reserve, V8 aborts the process of the thread.
  const child = fork(readerProcess.script, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    env: {} as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An open file does not keep the server from stopping.
  child.unref();
  child.channel?.unref();
  // What a process that is gone was to receive is of no use: its exit tells why.
  const send = (request: ReaderRequest) => child.connected && child.send(request, () => {});
  const source = bytes[Symbol.asyncIterator]();
  try {
    send({ kind: 'read', reader, format });
    for await (const [message] of on(child, 'message', { close: ['exit'] })) {
      const response = message as ReaderResponse;
      if (response.kind === 'end') return;
      if (response.kind === 'invalid') throw new InvalidFile(response.message);
      if (response.kind === 'failed')
        throw new Error('Reading a file failed.', { cause: new Error(response.error) });
      if (response.kind === 'wanted') {
        const { value, done } = await source.next();
        send({ kind: 'bytes', bytes: done ? null : value });
      } else {
        send({ kind: 'next' });
        yield response.value as Result<R>;
      }
    }
    throw ranOutOfMemory(child)
      ? new InvalidFile(TOO_MUCH)
      : new Error(`The process that reads a file ended (${child.signalCode ?? child.exitCode}).`);
  } finally {
    child.kill('SIGKILL');
    await source.return?.();
  }
}

/** V8 aborts; the kernel kills. */
const ranOutOfMemory = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === EXIT_TOO_MUCH ||
  exitCode === 134 ||
  signalCode === 'SIGABRT' ||
  signalCode === 'SIGKILL' ||
  signalCode === 'SIGTRAP';
