import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of connections, to bound their memory. */
const MOST_CONNECTIONS = 2_000;

/**
 * Keeps one address from filling the server: beyond `most`, closes a connection of the address that has the most: the least
 * recently used one without a complete request, else the least recently used. Node's own limit would refuse everybody until
 * silent connections time out.
 */
export function limitConnections(server: Server, most = MOST_CONNECTIONS): void {
  /** Connections by address, in order of last use. */
  const connections = new Map<string, Set<Socket>>();
  /** The request being answered, by connection. A request whose body has not arrived may never end. */
  const answering = new WeakMap<Socket, IncomingMessage>();
  let count = 0;

  /** Removes a connection from the count, if it is still counted. */
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
    // Forget it at once: `close` fires only after other connections of the same turn are accepted.
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
