import type { Client } from './client/client';
import type { Person } from './contract/actor';
import type { ConnectionStatus, Sighting } from './contract/connection';
import type { OperationName } from './contract/operations';
import type { PhoneCountry } from './contract/phone';
import type { Staff } from './staff/staff';

/** The connection to a remote service, as the console sees it. */
export interface Connection {
  status(): Promise<ConnectionStatus>;
  /** What the service itself can do, without the copy. */
  abilities(): ReadonlySet<OperationName>;
  /** Why something is not offered, as a sentence. */
  why(name: OperationName): string;
  /** Finds out whether the service is there, and what it can do now. */
  check(): Promise<void>;
  /**
   * Starts to fill the copy anew, or goes on where a fill was interrupted. Returns at once; `status` tells how it goes. Or
   * returns until when the service wants to be left alone.
   */
  refresh(): Promise<Date | null>;
  /** When these contacts were last seen; those that the copy does not know are left out. Empty without a copy. */
  sightings(ids: string[]): Promise<Record<string, Sighting>>;
}

/** What `server.ts` hands to the console. Next's bundle contains none of the code behind it. */
export interface Runtime {
  /** A client of the contacts API; `actor` is the person it acts for. */
  client(actor?: Person): Client;
  staff: Staff;
  /** `self-hosted`: this program is the contacts service. `connected`: it is somebody else's. */
  mode: 'self-hosted' | 'connected';
  /** What can be called through the client: everything, or what a remote service and the copy of it can do. */
  capabilities(): ReadonlySet<OperationName>;
  /** `null` when self-hosted. */
  connection(): Connection | null;
  /** Of phone numbers that are typed without a country; `null`: each has to have one. */
  phoneCountry: PhoneCountry | null;
  /** Public origin, when it is configured. */
  appUrl: string | undefined;
  /** Of the program, shown in the API reference. */
  version: string;
  /** Makes the answer under way a 429 with these seconds to wait. */
  retryLater(seconds: number): void;
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
