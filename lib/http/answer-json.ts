import type { ServerResponse } from 'node:http';
import { type ErrorCode, type ErrorEnvelope, errorStatus } from '../contract/error';

export function answerError(response: ServerResponse, code: ErrorCode, message: string): void {
  const body: ErrorEnvelope = { error: { code, message, details: [] } };
  answerJson(response, errorStatus[code], body);
}

export function answerJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
}
