import { z } from 'zod';

/** The HTTP status of every error code the API can answer with. The only such table. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** One problem: `path` is dotted (`segmentIds.0`), `''` when it concerns the body as a whole. */
export const errorDetail = z
  .object({
    path: z
      .string()
      .meta({ description: 'Where the offending input stands, dotted', example: 'segmentIds.0' }),
    message: z.string().meta({ description: 'What is wrong with it, in words' }),
    count: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'At `expectedCount` and `expectedFingerprint`: how many there are' }),
    fingerprint: z.string().optional().meta({ description: 'Beside `count`: which ones' }),
  })
  .meta({ id: 'ErrorDetail' });

export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(errorCodes),
      message: z.string(),
      details: z.array(errorDetail).meta({
        description: 'One entry a problem, 100 at most; empty where there is none',
      }),
    }),
  })
  .meta({ id: 'Error' });

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

const MOST_DETAILS = 100;

/** The first of the problems, where there are very many, and how many more there are. */
export function limitedDetails(details: ErrorDetail[]): ErrorDetail[] {
  if (details.length <= MOST_DETAILS) return details;
  const listed = details.slice(0, MOST_DETAILS - 1);
  const more = (details.length - listed.length).toLocaleString('en');
  return [...listed, { path: '', message: `There are ${more} more problems.` }];
}

/**
 * Turns Zod's issues into `details`: one entry a problem, 100 at most. An unknown field is reported at its own path (Zod
 * reports it at the object's), so that a mistyped `firstName` is pointed at.
 */
export function detailsOf({ issues }: z.ZodError): ErrorDetail[] {
  const details = issues.flatMap((issue): ErrorDetail[] => {
    const path = issue.path.map(String);
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'This field is not known.' }))
      : [{ path: path.join('.'), message: issue.message }];
  });
  return limitedDetails(details);
}
