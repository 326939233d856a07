import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, type ErrorEnvelope, errorStatus } from '../contract/error';
import { requestId } from '../contract/request-id';

/**
 * Answers what is no HTTP request that could be handed on, in the form in which the API refuses (`clientError` of the
 * server). Nobody knows yet which half of the program it was meant for.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Half of an answer cannot be taken back; Node itself looks there for it too.
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  if (!socket.writable || answer?.headersSent || error.code === 'ECONNRESET') return void socket.destroy();
  const { code, status = errorStatus[code], message } = refusalOf(error.code);
  const body: ErrorEnvelope = { error: { code, message, details: [{ path: '', message }] } };
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} Refused`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId(undefined)}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

function refusalOf(cause: string | undefined): { code: ErrorCode; status?: number; message: string } {
  switch (cause) {
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'PAYLOAD_TOO_LARGE', message: 'The headers are larger than 16 KiB.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      // Not in the table of codes; clients repeat what they are told by this status.
      return { code: 'VALIDATION_ERROR', status: 408, message: 'The request did not arrive in time.' };
    default:
      return { code: 'VALIDATION_ERROR', message: 'This is not a valid HTTP request.' };
  }
}
