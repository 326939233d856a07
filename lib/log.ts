import pino, { type Logger } from 'pino';
import type { LogLevel } from './config';

export type Log = Logger;

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error', 60: 'fatal' };

/**
 * Log of the program, on standard output: JSON lines for a collector, or readable lines on a terminal. Callers name
 * what they log field by field; tokens, passwords, bodies and query strings are never among it.
 */
export function createLog(level: LogLevel): Log {
  const options = { level, base: undefined, serializers: { err: errorOf } };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, { write: (line) => void process.stdout.write(readable(line)) });
}

/**
 * What is logged of an error. Not all of it: those of the database drag their connection along, with the values of the
 * query under way, and name in `detail` the email that was taken.
 */
function errorOf(err: unknown): object {
  if (!(err instanceof Error)) return { message: String(err) };
  const { name, message, stack, code, cause } = err as NodeJS.ErrnoException;
  return { type: name, message, stack, code, ...(cause instanceof Error && { cause: errorOf(cause) }) };
}

/** `10:42:07 warn  Something happened. port=3000` and, below it, the stack of an error. */
function readable(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as {
    level: number;
    time: number;
    msg?: string;
    err?: { stack?: string };
  };
  const parts = [new Date(time).toLocaleTimeString('en-GB'), LEVELS[level] ?? level, msg];
  for (const [name, value] of Object.entries(fields))
    parts.push(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${parts.filter(Boolean).join(' ')}\n${err?.stack ? `${err.stack}\n` : ''}`;
}
