import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '@/lib/system/start-error';

/**
 * Listens, and returns the origin to open in a browser on this machine.
 *
 * @throws StartError if the address is in use, forbidden or not local.
 */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (cause) {
    throw new StartError(listenProblem((cause as NodeJS.ErrnoException).code, host, port), { cause });
  }
  const { address, family, port: actual } = server.address() as AddressInfo;
  const isWildcard = address === '0.0.0.0' || address === '::';
  return `http://${isWildcard ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}

/** Says why the program cannot listen, and what to set. */
function listenProblem(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: stop the program using it, or set PORT to another.`;
    case 'EACCES':
      return `This user may not open port ${port}: set PORT to 1024 or higher.`;
    default:
      return `Cannot listen on ${host} (${code}): set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`;
  }
}
