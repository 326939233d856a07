import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bounds the memory of connections. */
const MOST = 2_000;

/**
 * Keeps one address from filling the server: a connection too many closes one without a request, the longest unused of the
 * address that has the most. Node's own limit would refuse everybody until the silent ones time out.
 */
export function limitConnections(server: Server, most = MOST): void {
  /** By address, in order of their last use. */
  const connections = new Map<string, Set<Socket>>();
  const answering = new WeakSet<Socket>();
  let count = 0;

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const own = connections.get(address) ?? new Set();
    connections.set(address, own.add(socket));
    count++;
    socket.once('close', () => {
      count--;
      own.delete(socket);
      if (own.size === 0) connections.delete(address);
    });
    if (count <= most) return;
    const [largest = own] = [...connections.values()].sort((a, b) => b.size - a.size);
    const unused = [...largest].find((other) => !answering.has(other)) ?? socket;
    unused.destroy();
  });

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => {
      answering.delete(socket);
      const own = connections.get(socket.remoteAddress ?? '');
      if (own?.delete(socket)) own.add(socket);
    });
  });
}
