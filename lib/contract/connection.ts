import { type OperationName, operations } from './operations';

/** The latest error between the console and the connected service. */
export interface ConnectionError {
  at: string;
  /** A sentence shown to people. */
  message: string;
  /** HTTP status; 0 if there was no response. */
  status: number;
  /** The service's id for the request, for its operators to look up. */
  requestId: string | null;
}

/** State of the replica of the service's contacts. Times are ISO 8601. */
export interface ReplicaStatus {
  contacts: number;
  /** Whether the service has a list to sync with. Otherwise the replica holds contacts seen in other responses. */
  synchronizes: boolean;
  /** Why the replica does not sync, as a sentence. */
  reason: string | null;
  /** When the latest complete sync began; `null` if there was none. */
  completeAt: string | null;
  /** The latest sync; `null` before the first one. */
  sync: {
    running: boolean;
    /** Contacts read so far. */
    met: number;
    /** Total reported by the service; `null` if it reports none. */
    total: number | null;
    /** Number of invalid items in the list, and a description of the first one. */
    invalid: number;
    firstInvalid: string | null;
  } | null;
  /** Why the latest sync stopped early. `isFinal`: retrying would not help. */
  problem: { message: string; isFinal: boolean } | null;
}

/** State of the connection to the service. */
export interface ConnectionStatus {
  /** `CONTACTS_API_URL`. */
  url: string;
  /** `unknown`: no response since startup. `token-refused`: the service responds, but rejects the token. */
  state: 'unknown' | 'reachable' | 'unreachable' | 'token-refused';
  lastSuccessAt: string | null;
  lastError: ConnectionError | null;
  /** `null` if every read goes to the service itself. */
  replica: ReplicaStatus | null;
}

/** What the console can offer: a flag per operation, and some that are not operations. */
export type Capabilities = Readonly<
  Record<OperationName, boolean> & {
    /** The service responds, so changes are possible. */
    change: boolean;
    /** Sample data can be loaded into an empty list. */
    loadSamples: boolean;
    /** The latest version of a contact can be read before an update. */
    readLatest: boolean;
    /** A sync can be started on request. */
    synchronize: boolean;
  }
>;

/** Capabilities: a flag for each operation, whether the service `has` it, and the others. */
export function capabilitiesOf(
  has: (name: OperationName) => boolean,
  others: Omit<Capabilities, OperationName>,
): Capabilities {
  const names = Object.keys(operations) as OperationName[];
  const flags = Object.fromEntries(names.map((name) => [name, has(name)])) as Record<OperationName, boolean>;
  return { ...flags, ...others };
}

/** Says why something is unavailable: `This service cannot create a segment.` */
export function cannot(name: OperationName): string {
  const [summary = ''] = operations[name].summary.split(',');
  return `This service cannot ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`;
}
