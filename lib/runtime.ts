import type { Client } from './client/client';
import type { Person } from './contract/actor';
import type { Capabilities, ConnectionStatus } from './contract/connection';
import type { OperationName } from './contract/operations';
import type { PhoneCountry } from './contract/phone';
import type { Staff } from './staff/staff';

/** The connection to a service that runs elsewhere, as the console sees it. */
export interface Connection {
  status(): Promise<ConnectionStatus>;
  /** What the service does itself, without the replica. */
  operations(): ReadonlySet<OperationName>;
  /** Finds out whether the service is there, and what it can do now. */
  check(): Promise<void>;
  /** Starts to read the service's list; `status` says how far it is. Returns until when the service forbids that. */
  synchronize(): Promise<Date | null>;
  /** When the service last told of these contacts; those that the replica does not have are left out. */
  lastSeen(ids: string[]): Promise<Record<string, string>>;
}

/** What `server.ts` hands to the console. Next's bundle contains none of the code behind it. */
export interface Runtime {
  /** A client of the contacts API for one organization; `actor` is the person it acts for. */
  client(organizationId: string, actor?: Person): Client;
  staff: Staff;
  /** What the console can offer. */
  capabilities(): Capabilities;
  /** `null` when this program is the contacts service itself. */
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
