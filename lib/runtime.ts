import type { Client } from './client/client';
import type { Staff } from './staff/staff';

/** What `server.ts` hands to the console. Next's bundle contains none of the code behind it. */
export interface Runtime {
  /** A client of the contacts API; `actor` is the person it acts for. */
  client(actor?: string): Client;
  staff: Staff;
  /** `self-hosted`: this program is the contacts service. `connected`: it is somebody else's. */
  mode: 'self-hosted' | 'connected';
  /** Public origin, when it is configured. */
  appUrl: string | undefined;
  /** Of the program, shown in the API reference. */
  version: string;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const KEY = Symbol.for('roster.runtime');
const holder = globalThis as { [KEY]?: Runtime };

export function provideRuntime(runtime: Runtime): void {
  holder[KEY] = runtime;
}

/** The parts of the running program. Throws outside of it: pages are only ever rendered by `server.ts`. */
export function runtime(): Runtime {
  const found = holder[KEY];
  if (!found)
    throw new Error('The console runs inside server.ts only; start it with npm start or npm run dev.');
  return found;
}
