import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Whether a `Host` header names this machine by an address or by a name that nobody else can give it. A page of a stranger,
 * whose own name leads here by DNS, sends that one (DNS rebinding).
 *
 * @param own further names of this machine.
 */
export function isOwnHost(header = '', own: string[] = []): boolean {
  const name = header
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) > 0 || [hostname(), ...own].some((one) => one.toLowerCase() === name)) return true;
  // Without a dot, or in a zone that is never public: of Docker, Kubernetes, a company.
  return /^[a-z0-9_-]+(\.([a-z0-9_-]+\.)*(localhost|local|internal))?$/.test(name);
}
