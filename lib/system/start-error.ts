import { errorFields, errorText } from './error-fields';

/**
 * An error the operator can fix. The message says how in one sentence; it is printed without a stack and never contains
 * a password or token.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Prints the error and exits. */
export function exitWithError(error: unknown): never {
  if (error instanceof StartError) console.error(error.message);
  else console.error(error instanceof Error ? errorText(errorFields(error)) : error);
  process.exit(1);
}
