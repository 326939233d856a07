import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';

const underWay = new AsyncLocalStorage<ServerResponse>();

/** Lets what `listener` calls use `retryLater`. */
export function withRetryLater(listener: RequestListener): RequestListener {
  return (request, response) => underWay.run(response, () => listener(request, response));
}

/** Makes the answer under way a 429, which Next has no way for in an action. */
export function retryLater(seconds: number): void {
  const response = underWay.getStore();
  if (!response || response.headersSent) return;
  response.statusCode = 429;
  response.setHeader('Retry-After', String(seconds));
}
