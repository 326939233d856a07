import { errorFields, errorText } from './error-fields';
import { printable } from './printable';

/**
 * An error the operator can fix. The message says how in one sentence; it is printed without a stack and never contains
 * a password or token.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Prints the error and exits. */
export function exitWithError(error: unknown): never {
  const text = error instanceof Error ? errorText(errorFields(error)) : String(error);
  // Not by `console`, which logs.
  process.stderr.write(`${printable(error instanceof StartError ? error.message : text)}\n`);
  process.exit(1);
}
