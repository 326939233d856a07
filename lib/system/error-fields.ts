/** What PostgreSQL tells of an error that names objects and no values. */
const named = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;
/**
 * Classes of SQLSTATE, and of class 42 what is missing, whose messages name objects and states only. The others quote what they were given, such as
 * `invalid input syntax for type uuid: "…"`; for those the code and the routine have to do.
 */
const WITHOUT_VALUES = /^(08|23|25|28|3D|3F|40|42883|42P01|42703|53|54|55|57|58|XX)/;
const DEPTH = 5;

interface Failure extends Error, Partial<Record<(typeof named)[number], string>> {
  code?: string;
  digest?: string;
}

/** An error as it may be logged. */
export interface ErrorFields {
  type: string;
  message: string;
  stack: string;
  code: string | undefined;
  /** What a page that failed calls the error. */
  digest: string | undefined;
  cause?: ErrorFields;
}

/**
 * What may be logged of an error: never a value of a query, which drizzle puts into its message, PostgreSQL into its
 * detail, its context and some messages, and `pg` into the connection that it attaches.
 */
export function errorFields(err: Failure, depth = DEPTH): ErrorFields {
  const { code, digest, cause } = err;
  const type = err.constructor?.name || err.name;
  const message = messageOf(err);
  const fields: ErrorFields = { type, message, stack: `${type}: ${message}${framesOf(err)}`, code, digest };
  for (const name of named) if (typeof err[name] === 'string') Object.assign(fields, { [name]: err[name] });
  if (cause instanceof Error && depth > 0) fields.cause = errorFields(cause, depth - 1);
  return fields;
}

/** The same for people: the stack of an error and of its causes. */
export function errorText({ stack, digest, cause }: ErrorFields): string {
  const text = digest ? `${stack}\n    digest: ${digest}` : stack;
  return cause ? `${text}\nCaused by ${errorText(cause)}` : text;
}

function messageOf(err: Failure): string {
  if ('params' in err) return 'Failed query';
  if ('severity' in err && !WITHOUT_VALUES.test(String(err.code))) return `Failed with ${err.code}`;
  return err.message;
}

/** The lines of a stack behind its message. */
function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message);
  const lines = stack.slice(end < 0 ? 0 : end + message.length).split('\n');
  return lines
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `\n${line}`)
    .join('');
}
