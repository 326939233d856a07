import type { ServerResponse } from 'node:http';
import { type ErrorCode, type ErrorEnvelope, errorStatus } from '../contract/error';

/** Answers with an error of the API, without details, and the status of its code. Ends the response. */
export function answerError(response: ServerResponse, code: ErrorCode, message: string): void {
  const body: ErrorEnvelope = { error: { code, message, details: [] } };
  answerJson(response, errorStatus[code], body);
}

/** Answers with JSON that may not be cached. Ends the response. */
export function answerJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
}
