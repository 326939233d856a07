import type { BoundCall } from './call';
import type { Person } from './contract/actor';
import type { Capabilities } from './contract/connection';
import type { PhoneCountry } from './contract/phone';
import type { BackupStatus } from './database/scheduled-backups';
import type { Connection as ConnectedService } from './remote/connect-service';
import type { Staff } from './staff/create-staff';

export type { BackupStatus };

/** The connected service, as the console sees it. */
export type Connection = Pick<
  ConnectedService,
  'status' | 'operations' | 'check' | 'synchronize' | 'lastSeen'
>;

/** The services that `server.ts` provides to the console, which keeps their code out of the Next bundle. */
export interface Runtime {
  /** Binds `call` to one organization and `person`. */
  callAs(organizationId: string, person?: Person): BoundCall;
  staff: Staff;
  capabilities(): Capabilities;
  /** `null` if this program is the contacts service itself. */
  connection(): Connection | null;
  /** Default country for phone numbers; `null`: numbers need a country code. */
  phoneCountry: PhoneCountry | null;
  /** Scheduled backups, if configured. */
  backups(): Promise<BackupStatus | null>;
  /** Bytes left on the disk if few, otherwise `null`. */
  lowDisk(): Promise<number | null>;
  /** Public origin, if configured. */
  appUrl: string | undefined;
  version: string;
  /** Whether the error means that the database is unavailable. */
  isOutage(error: unknown): boolean;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const KEY = Symbol.for('roster.runtime');
const holder = globalThis as { [KEY]?: Runtime };

export function provideRuntime(runtime: Runtime): void {
  holder[KEY] = runtime;
}

/** The runtime. Throws outside `server.ts`, the only program that renders pages. */
export function runtime(): Runtime {
  const found = holder[KEY];
  if (!found) throw new Error('The console only runs inside server.ts; use npm start or npm run dev.');
  return found;
}
