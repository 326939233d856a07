import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bounds the memory of connections. */
const MOST = 2_000;

/**
 * Keeps one address from filling the server: a connection too many closes one of the address that has the most: the longest
 * unused without a whole request, else the oldest. Node's own limit would refuse everybody until the silent ones time out.
 */
export function limitConnections(server: Server, most = MOST): void {
  /** By address, in order of their last use. */
  const connections = new Map<string, Set<Socket>>();
  /** The request being answered. One whose body has not arrived may never end. */
  const answering = new WeakMap<Socket, IncomingMessage>();
  let count = 0;

  const forget = (socket: Socket, address: string) => {
    const own = connections.get(address);
    if (!own?.delete(socket)) return;
    count--;
    if (own.size === 0) connections.delete(address);
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const own = connections.get(address) ?? new Set();
    connections.set(address, own.add(socket));
    count++;
    socket.once('close', () => forget(socket, address));
    if (count <= most) return;
    const [from, largest] = [...connections].reduce((a, b) => (b[1].size > a[1].size ? b : a));
    const [oldest = socket] = largest;
    const chosen = [...largest].find((other) => !answering.get(other)?.complete) ?? oldest;
    // At once: `close` comes only after others that were accepted in the same turn.
    forget(chosen, from);
    chosen.destroy();
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    answering.set(socket, request);
    response.once('close', () => {
      answering.delete(socket);
      const own = connections.get(socket.remoteAddress ?? '');
      if (own?.delete(socket)) own.add(socket);
    });
  });
}
