import { errorFields, errorText } from './error-fields';
import { printable } from './printable';

/**
 * An error the operator can fix. The message says how in one sentence; it is printed without a stack and never contains
 * a password or token.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Advice on file errors that the operator can fix, by code. */
const ADVICE: Record<string, string> = {
  ENOSPC: 'free some space on its disk',
  EDQUOT: 'free some space on its disk',
  EACCES: 'make it readable and writable for this user',
  EPERM: 'make it readable and writable for this user',
  EROFS: 'its disk is read-only',
  EIO: 'check its disk',
  ENOTDIR: 'a part of its path is no folder',
};

/** Describes an error: in one sentence if the operator can fix it, otherwise by its stack. */
export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { syscall, code = '', path } = error as NodeJS.ErrnoException;
  const advice = syscall && ADVICE[code];
  if (advice) return `${path ?? 'A file'} cannot be used (${code}): ${advice}.`;
  return errorText(errorFields(error));
}

/** Prints the error to standard error, and exits the program with status 1. */
export function exitWithError(error: unknown): never {
  // `console` would write to the log.
  process.stderr.write(`${printable(describeError(error))}\n`);
  process.exit(1);
}
