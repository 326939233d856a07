import { type OperationName, operations } from './operations';

/** What went wrong last between the console and the connected service. */
export interface ConnectionError {
  at: string;
  /** A sentence for people. */
  message: string;
  /** HTTP status, 0 when no answer came. */
  status: number;
  /** The id the service gave the request; its operators can look it up. */
  requestId: string | null;
}

/** How far the replica of the service's contacts is. Times are ISO 8601. */
export interface ReplicaStatus {
  /** Contacts in the replica. */
  contacts: number;
  /** Whether the service has a list to synchronize with. Otherwise the replica holds what answers told. */
  synchronizes: boolean;
  /** Why it does not, in words. */
  reason: string | null;
  /** When the last pass that met every contact began; `null` when there was none. */
  completeAt: string | null;
  /** The latest pass through the list; `null` before the first one. */
  sync: {
    running: boolean;
    /** Contacts met so far. */
    met: number;
    /** How many the service says it has; `null` where it does not say. */
    total: number | null;
    /** Entries of the list that are no contacts by the interface, and the first of them in words. */
    invalid: number;
    firstInvalid: string | null;
  } | null;
  /** Why the latest pass ended early. `isFinal`: another one would end the same way. */
  problem: { message: string; isFinal: boolean } | null;
}

/** How the connection to the service is. */
export interface ConnectionStatus {
  /** `CONTACTS_API_URL`. */
  url: string;
  /** `unknown`: it has not answered since the program started. `token-refused`: it answers, and refuses the token. */
  state: 'unknown' | 'reachable' | 'unreachable' | 'token-refused';
  lastSuccessAt: string | null;
  lastError: ConnectionError | null;
  /** `null` when every read goes to the service itself. */
  replica: ReplicaStatus | null;
}

/** What the console can offer: one flag for each operation, and some for what is no operation of its own. */
export type Capabilities = Readonly<
  Record<OperationName, boolean> & {
    /** Anything at all can be changed now: the service answers. */
    change: boolean;
    /** Samples can be loaded into an empty list. */
    loadSamples: boolean;
    /** Before an update the latest version is known: the service is the only writer, or can be asked. */
    readLatest: boolean;
    /** The list can be brought up to date on request. */
    synchronize: boolean;
  }
>;

const names = Object.keys(operations) as OperationName[];

/** Capabilities from the operations that are there. */
export function capabilitiesOf(
  has: (name: OperationName) => boolean,
  others: Pick<Capabilities, Exclude<keyof Capabilities, OperationName>>,
): Capabilities {
  const flags = Object.fromEntries(names.map((name) => [name, has(name)])) as Record<OperationName, boolean>;
  return { ...flags, ...others };
}

/** Why something is not offered: `This service cannot create a segment.` */
export function cannot(name: OperationName): string {
  const [summary = ''] = operations[name].summary.split(',');
  return `This service cannot ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`;
}
