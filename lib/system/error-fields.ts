/** Fields of a PostgreSQL error that name objects, never values. */
const named = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;
/**
 * SQLSTATE classes and codes whose messages contain no values. Others may quote input, such as
 * `invalid input syntax for type uuid: "…"`, so only their code and routine are logged.
 */
const WITHOUT_VALUES = /^(08|23|25|28|3D|3F|40|42883|42P01|42703|53|54|55|57|58|XX)/;
const DEPTH = 5;

interface Failure extends Error, Partial<Record<(typeof named)[number], string>> {
  code?: string;
  digest?: string;
}

/** An error that is safe to log. */
export interface ErrorFields {
  type: string;
  message: string;
  stack: string;
  code: string | undefined;
  /** The id that Next shows on a failed page. */
  digest: string | undefined;
  cause?: ErrorFields;
}

/**
 * Extracts what is safe to log. Query values are left out: Drizzle puts them into messages, PostgreSQL into details,
 * contexts and some messages, and `pg` into the attached connection.
 */
export function errorFields(err: Failure, depth = DEPTH): ErrorFields {
  const { code, digest, cause } = err;
  const type = err.constructor?.name || err.name;
  const message = toMessage(err);
  const fields: ErrorFields = { type, message, stack: `${type}: ${message}${toFrames(err)}`, code, digest };
  for (const name of named) if (typeof err[name] === 'string') Object.assign(fields, { [name]: err[name] });
  if (cause instanceof Error && depth > 0) fields.cause = errorFields(cause, depth - 1);
  return fields;
}

/** The stack of an error and of its causes, with the digests of Next, as text. */
export function errorText({ stack, digest, cause }: ErrorFields): string {
  const text = digest ? `${stack}\n    digest: ${digest}` : stack;
  return cause ? `${text}\nCaused by ${errorText(cause)}` : text;
}

/** The message of an error, or a general one if it may have query values. */
function toMessage(err: Failure): string {
  if ('params' in err) return 'Failed query';
  if ('severity' in err && !WITHOUT_VALUES.test(String(err.code))) return `Failed with ${err.code}`;
  return err.message;
}

/** The stack frames, without the message. */
function toFrames({ stack = '', message }: Error): string {
  const end = stack.indexOf(message);
  const lines = stack.slice(end < 0 ? 0 : end + message.length).split('\n');
  return lines
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `\n${line}`)
    .join('');
}
