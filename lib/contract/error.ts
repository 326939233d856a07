import * as z from 'zod';

/** The HTTP status of every error code. The only such table. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** What each error code means, and what its receiver can do. */
export const errorHelp: Readonly<Record<ErrorCode, { means: string; remedy: string }>> = {
  VALIDATION_ERROR: {
    means: 'The body, the query or a header breaks a rule. Nothing was written.',
    remedy: 'Correct what each entry of `details` names by its `path`, then send it again.',
  },
  UNAUTHORIZED: {
    means: 'The token is missing, unknown, revoked or expired.',
    remedy:
      'Send `Authorization: Bearer <API_TOKEN>` with a valid token; an admin creates one under Settings.',
  },
  FORBIDDEN: {
    means: 'The token lacks a scope that the operation needs.',
    remedy: 'Use a token with the scope that `message` names.',
  },
  NOT_FOUND: {
    means: 'There is no such path, or nothing with this id in the organization of the token.',
    remedy: 'Check path and id. A deleted contact is in the trash until it is purged.',
  },
  METHOD_NOT_ALLOWED: {
    means: 'The path exists, but not with this method.',
    remedy: 'Use a method that the `Allow` header lists.',
  },
  CONFLICT: {
    means:
      'Something is already taken: an email, a phone, a title or a code; or an `Idempotency-Key` was used for another request. Nothing was written.',
    remedy: 'Look at `details`, which name what has it. Change the request; repeating it fails again.',
  },
  GONE: {
    means: 'The cursor is older than the activity that is kept.',
    remedy: 'Take a new cursor with `after=now`, then read `GET /contacts` once.',
  },
  PRECONDITION_FAILED: {
    means: 'What `If-Match`, `If-None-Match` or an expected count asks for does not hold, or no longer.',
    remedy: 'Read the latest version, apply the change to it, and send its `ETag`.',
  },
  PAYLOAD_TOO_LARGE: {
    means: 'A JSON body is larger than 1 MiB, or a file larger than imports take.',
    remedy: 'Split it: `POST /contacts/batch` takes up to 1,000 contacts at a time.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: 'The body is not uncompressed JSON in UTF-8.',
    remedy: 'Send `Content-Type: application/json` without `Content-Encoding`.',
  },
  RATE_LIMITED: {
    means: 'Too many requests in a minute.',
    remedy: 'Wait as long as `Retry-After` says. `RateLimit` shows the remaining requests beforehand.',
  },
  INTERNAL_ERROR: {
    means: 'Roster failed. The log has the details.',
    remedy: 'Try again once; if it lasts, tell the operator the `X-Request-Id`.',
  },
  UNAVAILABLE: {
    means: 'Roster is starting, stopping, or without its database.',
    remedy:
      'Wait as long as `Retry-After` says, then send it again. Only what creates a token, segment, code or note could be done twice.',
  },
};

/** One problem. `path` is dotted (`segmentIds.0`); `''` is the body as a whole. */
export const errorDetail = z
  .object({
    path: z.string().meta({ description: 'Path of the offending field', example: 'segmentIds.0' }),
    message: z.string().describe('What is wrong with it'),
    id: z
      .uuid()
      .optional()
      .describe('At the `title` of a segment and the `code` of a referral code: which has it'),
    count: z
      .int()
      .min(0)
      .optional()
      .describe('At `expectedCount` and `expectedFingerprint`: the current number of contacts'),
    fingerprint: z.string().optional().describe('With `count`: the current fingerprint'),
  })
  .meta({ id: 'ErrorDetail' });

export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(errorCodes),
      message: z.string(),
      details: z.array(errorDetail).describe('One entry per problem, at most 100; empty if none apply'),
    }),
  })
  .meta({ id: 'Error' });

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

const MOST_DETAILS = 100;

/** Keeps the first 99 of more than 100 problems, and counts the rest. */
export function limitedDetails(details: ErrorDetail[]): ErrorDetail[] {
  if (details.length <= MOST_DETAILS) return details;
  const listed = details.slice(0, MOST_DETAILS - 1);
  const more = (details.length - listed.length).toLocaleString('en');
  return [...listed, { path: '', message: `There are ${more} more problems.` }];
}

/** Converts Zod issues to `details`, at most 100. An unknown field is reported at its own path, not at its object's. */
export function toErrorDetails({ issues }: z.ZodError): ErrorDetail[] {
  const details = issues.flatMap((issue): ErrorDetail[] => {
    const path = issue.path.map(String);
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Unknown field.' }))
      : [{ path: path.join('.'), message: issue.message }];
  });
  return limitedDetails(details);
}
