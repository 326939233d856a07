import { type OperationName, operations } from './operations';

/** What went wrong last between the console and the remote service. */
export interface ConnectionError {
  at: string;
  /** A sentence for people. */
  message: string;
  /** HTTP status, 0 when no answer came. */
  status: number;
  /** The id the remote service gave the request; its operators can look it up. */
  requestId: string | null;
}

/** How far the copy of the remote service's contacts is. Times are ISO 8601. */
export interface MirrorStatus {
  /** Whether the service can list its contacts. If not, the copy has what passed through the console, and no more. */
  fillable: boolean;
  /** Whether the API token is known to be of the organization that the copy is of. */
  certain: boolean;
  /** Contacts in the copy. */
  contacts: number;
  /** Of those, how many the service no longer has. */
  vanished: number;
  /**
   * What the last fill found in the service's list and left out: what is no contact as the interface describes it, and
   * contacts without an email or phone of their own.
   */
  unreadable: {
    count: number;
    /** The first of them: their ids, or where in the list they stand, and what is wrong with them. */
    first: { place: string; problem: string }[];
  };
  /** When the copy was last complete; `null` when it never was. */
  completeAt: string | null;
  /** How many contacts the service says it has, where its list was read to its end and brought fewer. */
  claimed: number | null;
  /** Why the copy is not complete although the list was read to its end; `null` where it is, or was not read. */
  lack: {
    /** How many contacts were seen, of how many that the service says it has; `null` where it does not say. */
    seen: number;
    total: number | null;
    why: string;
  } | null;
  /** The fill that is under way or was interrupted; `null` when there is none. */
  fill: {
    startedAt: string;
    /** Whether it goes on right now, in whichever instance. */
    running: boolean;
    done: number;
    /** How many contacts the service says it has; `null` until it has answered, and where it does not say. */
    total: number | null;
    /** Why it stopped. It goes on by itself. */
    error: string | null;
  } | null;
}

/** How the connection to the remote service is. */
export interface ConnectionStatus {
  /** `CONTACTS_API_URL`. */
  url: string;
  /** `unknown`: it has not answered yet, nor been given up, since the program began. `token-refused`: it answers, and does not take the token (any more). */
  state: 'unknown' | 'reachable' | 'unreachable' | 'token-refused';
  /** Whether the service has ever told what it can do. */
  told: boolean;
  lastSuccessAt: string | null;
  lastError: ConnectionError | null;
  /** `null` when the service answers everything itself, as another Roster does. */
  mirror: MirrorStatus | null;
}

/** When a row of the copy was last seen, and since when the service no longer has it. */
export interface Sighting {
  seenAt: string;
  vanishedAt: string | null;
}

/** Why something is not offered: `This service cannot create a segment.` */
export const cannot = (name: OperationName): string => `This service cannot ${doingOf(name)}.`;

/** The same, where the service could: `The API token does not allow to create a segment.` */
export const mayNot = (name: OperationName): string => `The API token does not allow to ${doingOf(name)}.`;

/** The same, before the service has told anything. */
export const unknownWhether = (name: OperationName): string =>
  `It is not known yet whether this service can ${doingOf(name)}.`;

function doingOf(name: OperationName): string {
  const [summary = ''] = operations[name].summary.split(',');
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
}
