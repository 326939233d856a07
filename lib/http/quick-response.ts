import { getRequestListener } from '@hono/node-server';

/**
 * The `Response` that @hono/node-server writes to a socket as it is: a text and a few headers, three times as many a
 * second as the one of Node, whose body it must read as a stream. The package puts it in the place of the global class,
 * as soon as a listener is made, where Next would meet it too; so it is taken from there and the global put back.
 */
export const QuickResponse: typeof Response = takeQuickResponse();

function takeQuickResponse(): typeof Response {
  const names = ['Request', 'Response'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  getRequestListener(() => undefined);
  const quick = globalThis.Response;
  names.forEach((name, index) => Object.defineProperty(globalThis, name, own[index] ?? {}));
  return quick;
}
