import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUpload } from './refuse';

/** Milliseconds until a body must be complete. */
const WHOLE = 300_000;
/** Milliseconds without data after which a longer upload is cut off. */
const IDLE = 60_000;
const LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Cuts off a request whose body takes longer than `whole` milliseconds, with a 408 if no response has begun. The file of an
 * import may take longer, while data flows and no response has begun; Node's own limit allows no exception.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { whole = WHOLE, idle = IDLE } = {},
): void {
  if (!request.headers['transfer-encoding'] && !Number(request.headers['content-length'])) return;
  let seen = 0;
  /** Cuts off a body that is late, or checks an upload that flows again later. */
  const cutOffIfLate = () => {
    if (request.complete) return;
    const { socket } = request;
    const isFlowing = socket.bytesRead > seen;
    if (isFlowing && isUpload(request) && !response.headersSent) {
      seen = socket.bytesRead;
      timer = setTimeout(cutOffIfLate, idle).unref();
      return;
    }
    if (!response.headersSent) socket.write(LATE);
    request.destroy();
  };
  let timer = setTimeout(cutOffIfLate, whole).unref();
  request.once('close', () => clearTimeout(timer));
}
