import { errorFields, errorText } from './error-fields';

/**
 * A reason not to start, or not to go on, that the operator can remove. The message is one sentence that says what to
 * change; it is printed as it is, without a stack, so it never contains a password or a token.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Ends the process with the one sentence of a `StartError`, or with what may be told of any other error. */
export function exitWithError(error: unknown): never {
  if (error instanceof StartError) console.error(error.message);
  else console.error(error instanceof Error ? errorText(errorFields(error)) : error);
  process.exit(1);
}
