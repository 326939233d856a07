import type { Action, ExternalToast, toast as sonner } from 'sonner';

export const kinds = ['message', 'success', 'info', 'warning', 'error', 'loading'] as const;
type Kind = (typeof kinds)[number];
/** What shows messages of each kind. */
export type Shower = Pick<typeof sonner, Kind | 'dismiss'>;

/** A message that waits for what shows it. */
export interface WaitingToast {
  id: string | number;
  message: string;
  options: ExternalToast;
  tell(to: Shower): void;
}

/** Milliseconds that a message stays which offers to do something, for example to undo. */
const WITH_ACTION = 20_000;

/** What shows messages, once it is there; until then they wait for it. */
let shower: Shower | null = null;
let waiting: readonly WaitingToast[] = [];
const listeners = new Set<() => void>();
let shown = 0;

function show(kind: Kind) {
  /** Returns the id, under which a later message takes the place of this one. */
  return (message: string, options: ExternalToast = {}): string | number => {
    const id = options.id ?? `toast-${++shown}`;
    const duration = options.action ? WITH_ACTION : undefined;
    const tell = (to: Shower) => void to[kind](message, { duration, ...options, id });
    if (shower) tell(shower);
    else {
      setWaiting([...waiting.filter((other) => other.id !== id), { id, message, options, tell }]);
    }
    return id;
  };
}

function setWaiting(next: readonly WaitingToast[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Says what has just happened, wherever somebody is. Of sonner, but without its code until there is something to say. */
export const toast = Object.assign(show('message'), {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  loading: show('loading'),
  /** Takes back a message whose offer has been taken up elsewhere; one that is gone already is no matter. */
  dismiss: (id: string | number): void => {
    if (shower) shower.dismiss(id);
    else setWaiting(waiting.filter((other) => other.id !== id));
  },
});

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What cannot be shown yet, the newest last. */
export function waitingToasts(): readonly WaitingToast[] {
  return waiting;
}

/** From now on messages are shown by this, first those that waited. */
export function showToastsBy(ready: Shower): void {
  shower = ready;
  for (const { tell } of waiting) tell(ready);
  setWaiting([]);
}

/** Whether it is what a button does, and not a button itself. */
export function isAction(action: ExternalToast['action']): action is Action {
  return typeof action === 'object' && action !== null && 'onClick' in action;
}
