import type * as z from 'zod';
import type { ContactWriter } from '@/lib/contacts/contact-writer';
import { type ErrorCode, type ErrorDetail, limitedDetails } from '@/lib/contract/error';
import type { OperationName, Operations } from '@/lib/contract/operations';
import { NO_CURSOR } from '@/lib/contract/page';
import type { Scope } from '@/lib/contract/token';
import type { Delivery } from '@/lib/contract/webhook';
import type { RequestContext } from '@/lib/database/statement';
import type { RateLimit } from './rate-limits';

/** An error response. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
  headers: Record<string, string>;
}

export interface Success<Data> {
  data: Data;
  meta?: unknown;
  created?: string;
  headers?: Record<string, string>;
}

/** A streamed file. */
export interface Download {
  download: AsyncIterable<string | Uint8Array>;
  fileName: string;
  /** Media type, if it differs from the operation's. */
  type?: string;
}

export type Reply<Data> = Success<Data> | Download | { refusal: Refusal };

type Parsed<N extends OperationName, K extends string> =
  Operations[N] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** The job runner, as the API needs it. */
export interface Jobs {
  /** Starts new jobs immediately. */
  wake(): void;
  /** Contacts per chunk, if each takes a network call. */
  chunkSize?: number;
}

/** Encrypts the secrets of webhooks and sends messages to them (`webhooks/service-webhooks.ts`). */
interface WebhookMessenger {
  encrypt(webhookId: string, secret: string): Buffer;
  secretsOf(webhook: { id: string; secret: Buffer; former_secret: Buffer | null }): string[];
  sender: {
    problemWith(url: string): Promise<string | null>;
    send(
      target: { url: string; secrets: string[]; stopping?: AbortSignal },
      message: { id: string; body: string },
    ): Promise<Pick<Delivery, 'status' | 'answer' | 'problem' | 'milliseconds'>>;
  };
}

/** The services and settings that handlers need. */
export interface Service {
  write: ContactWriter;
  /** Runs the jobs that the API creates. */
  jobs: Jobs;
  /** Sends events to the endpoints of integrators. */
  webhooks: WebhookMessenger;
  /** Limit per organization, because each test sends a request at once. */
  webhookTests: RateLimit;
  /** Days until a deleted contact is purged. */
  trashDays: number;
  /** Two letters (ISO 3166): the default country of phone numbers in organizations that have none of their own. */
  country?: string | null;
  /** Aborted when the program stops: requests that wait are answered. */
  stopping?: AbortSignal;
  /** Bytes that an organization's uploads, exports and undo records may take up; unlimited if absent. */
  storageLimit?: number;
}

/** An authorized and validated request. */
export interface HandlerCall<N extends OperationName> {
  service: Service;
  context: RequestContext & { tokenId: string; scopes: Scope[] };
  /** The id in the path, in lower case. */
  id: string;
  query: Parsed<N, 'query'>;
  body: Parsed<N, 'body'>;
  /** Versions from `If-Match`; `null` if not sent. */
  etags: string[] | null;
  /** Versions from `If-None-Match`; `null` if not sent. */
  noneOf: string[] | null;
  /** `Idempotency-Key`; `null` if not sent. */
  idempotencyKey: string | null;
  /** Aborted when the caller disconnects. Created on demand. */
  signal?(): AbortSignal;
  /** Body of a file upload. */
  upload: AsyncIterable<Uint8Array>;
}

type Answer<N extends OperationName> = Operations[N] extends { download: string }
  ? Download
  : Success<z.input<Operations[N]['data']>>;

export type Handler<N extends OperationName> = (
  call: HandlerCall<N>,
) => Promise<Answer<N> | { refusal: Refusal }>;

export type Handlers = { [N in OperationName]: Handler<N> };

/** An error response. Limits the number of details. */
export function refuse(
  code: ErrorCode,
  message: string,
  details: ErrorDetail[] = [],
  headers: Record<string, string> = {},
): { refusal: Refusal } {
  return { refusal: { code, message, details: limitedDetails(details), headers } };
}

export const notFound = (what: string) => refuse('NOT_FOUND', `There is no such ${what}.`);

export const missingScope = (scope: Scope) => refuse('FORBIDDEN', `This token lacks the scope ${scope}.`);

export const invalid = (details: ErrorDetail[]) =>
  refuse('VALIDATION_ERROR', 'The request is not valid.', details);

export const FILE_TOO_LARGE = refuse(
  'PAYLOAD_TOO_LARGE',
  'A file may have 200 MB, an Excel workbook or a zipped file 50 MB.',
);

/** Refuses a cursor of another list. */
export const noSuchCursor = () => invalid([{ path: 'cursor', message: NO_CURSOR }]);

export const DISCONNECTED = refuse('CONFLICT', 'The client disconnected.');
