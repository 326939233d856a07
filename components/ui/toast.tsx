import type { ReactNode } from 'react';
import type { ExternalToast, toast as Sonner } from 'sonner';
import type { ApiError } from '@/lib/call';
import { ErrorText, getErrorCode } from './error-text';

/** Milliseconds that a toast with an action stays. */
const WITH_ACTION = 20_000;

type Kind = 'message' | 'success' | 'info' | 'warning' | 'error';

let isWanted = false;
const watchers = new Set<() => void>();
export const areToastsWanted = (): boolean => isWanted;
export function onToastsWanted(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}
/** Loads what shows toasts, which the first paint does without. */
export function wantToasts(): void {
  isWanted = true;
  for (const watch of watchers) watch();
}

let setReady: (sonner: typeof Sonner) => void;
const ready = new Promise<typeof Sonner>((resolve) => {
  setReady = resolve;
});
export const setToastsReady = (sonner: typeof Sonner): void => setReady(sonner);

/** What is asked for before toasts can be shown follows in its order. */
function withSonner(call: (sonner: typeof Sonner) => unknown): void {
  wantToasts();
  void ready.then(call);
}

let count = 0;

/** Returns the id, with which a later toast can replace this one. */
function show(kind: Kind, message: ReactNode, options: ExternalToast = {}): string | number {
  const id = options.id ?? `toast-${++count}`;
  withSonner((sonner) =>
    sonner[kind](message, { duration: options.action ? WITH_ACTION : undefined, ...options, id }),
  );
  return id;
}

const shows = (kind: Kind) => (message: ReactNode, options?: ExternalToast) => show(kind, message, options);

/** Shows why something failed, under a `title`; offers to try it `again`, unless that cannot help. */
function failed(title: string | null, error: Error | ApiError, again?: () => void): void {
  const isAgain = again && getErrorCode(error) !== 'OUTDATED';
  const text = <ErrorText error={error} />;
  show('error', title ?? text, {
    description: title === null ? undefined : text,
    duration: isAgain ? WITH_ACTION : undefined,
    action: isAgain ? { label: 'Try again', onClick: again } : undefined,
  });
}

/** Shows toasts. */
export const toast = Object.assign(shows('message'), {
  success: shows('success'),
  info: shows('info'),
  warning: shows('warning'),
  error: shows('error'),
  failed,
  dismiss: (id: string | number): void => withSonner((sonner) => sonner.dismiss(id)),
});
