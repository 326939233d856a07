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

/** Converts Zod issues to `details`. An unknown field is reported at its own path, not at its object's. */
export function detailsOf({ issues }: z.ZodError): ErrorDetail[] {
  const details = issues.flatMap((issue): ErrorDetail[] => {
    const path = issue.path.map(String);
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Unknown field.' }))
      : [{ path: path.join('.'), message: issue.message }];
  });
  return limitedDetails(details);
}
