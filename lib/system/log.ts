import { format, stripVTControlCharacters } from 'node:util';
import pino, { type Logger } from 'pino';
import type { LogLevel } from './config';
import { type ErrorFields, errorFields, errorText } from './error-fields';

export type Log = Logger;

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error', 60: 'fatal' };

/**
 * Logs to standard output: JSON lines, or readable text on a terminal. Callers list the fields to log; tokens,
 * passwords, bodies and query strings are never logged.
 */
export function createLog(level: LogLevel): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    // Errors were converted by the hook; pino's own serializer would log everything.
    serializers: { err: (err) => err },
    hooks: {
      /** Logs without the query values of errors. */
      logMethod([fields, message]: [obj: unknown, msg?: string, ...args: unknown[]], method) {
        const safe = withoutValues(fields instanceof Error ? { err: fields } : fields);
        // Without a message, pino would use that of the error.
        method.call(this, safe as object, message ?? 'Error.');
      },
    },
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, { write: (line) => void process.stdout.write(toReadable(line)) });
}

/**
 * Redirects output of `console`, such as Next's for failed pages, to the log. On a terminal or without a log, only removes
 * query values from errors.
 */
export function guardConsole(log?: Log): void {
  for (const name of ['log', 'info', 'warn', 'error'] as const) {
    const print = console[name].bind(console);
    console[name] = (...parts) => {
      const err = parts.find((part) => part instanceof Error);
      const texts = parts.map((part) => (part instanceof Error ? errorText(errorFields(part)) : part));
      if (!log || process.stdout.isTTY) return print(...texts);
      const rest = stripVTControlCharacters(format(...parts.filter((part) => part !== err))).trim();
      // Next prints only this sign beside an error.
      const message = /^[⨯\s]*$/u.test(rest) ? 'A page failed.' : rest;
      log[name === 'log' ? 'info' : name]({ ...(err && { err }) }, message);
    };
  }
}

/** A copy of a value in which errors, at any depth of arrays and plain objects, are converted by `errorFields`. */
function withoutValues(value: unknown): unknown {
  if (value instanceof Error) return errorFields(value);
  if (Array.isArray(value)) return value.map(withoutValues);
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, withoutValues(one)]));
}

/**
 * Formats a line of the log for a terminal: `10:42:07 warn  Something happened. port=3000`, followed by the stack of an error.
 */
function toReadable(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as {
    level: number;
    time: number;
    msg?: string;
    err?: ErrorFields;
  };
  const parts = [new Date(time).toLocaleTimeString('en-GB'), LEVELS[level] ?? level, msg];
  for (const [name, value] of Object.entries(fields))
    parts.push(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${parts.filter(Boolean).join(' ')}\n${err?.stack ? `${errorText(err)}\n` : ''}`;
}
