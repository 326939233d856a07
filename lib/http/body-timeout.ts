import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUpload } from './refuse';

/** Milliseconds that a body may take. */
const WHOLE = 300_000;
/** Milliseconds after which an upload that takes longer ends when nothing comes. */
const IDLE = 60_000;
const LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Cuts off a request whose body takes too long. Node's own limit is one for all; the file of an import may take longer while
 * it flows and its handler reads it. Strangers are answered before anything is read.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { whole = WHOLE, idle = IDLE } = {},
): void {
  if (!request.headers['transfer-encoding'] && !Number(request.headers['content-length'])) return;
  let seen = 0;
  const check = () => {
    if (request.complete) return;
    const { socket } = request;
    const isFlowing = socket.bytesRead > seen;
    if (isFlowing && isUpload(request) && !response.headersSent) {
      seen = socket.bytesRead;
      timer = setTimeout(check, idle).unref();
      return;
    }
    if (!response.headersSent) socket.write(LATE);
    request.destroy();
  };
  let timer = setTimeout(check, whole).unref();
  request.once('close', () => clearTimeout(timer));
}
