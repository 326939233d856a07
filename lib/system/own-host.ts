import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Whether a `Host` header names this machine by an address or by a name that is never public. A stranger's page whose name
 * resolves to this machine sends its own name (DNS rebinding).
 *
 * @param own further names of this machine.
 */
export function isOwnHost(header = '', own: string[] = []): boolean {
  const name = header
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) > 0 || [hostname(), ...own].some((one) => one.toLowerCase() === name)) return true;
  // A name without a dot, or in a zone that is never public, as in Docker, Kubernetes or a company.
  return /^[a-z0-9_-]+(\.([a-z0-9_-]+\.)*(localhost|local|internal))?$/.test(name);
}
