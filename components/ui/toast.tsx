import type { ReactNode } from 'react';
import type { Action, ExternalToast } from 'sonner';
import type { ApiError } from '@/lib/call';
import { ErrorText, getErrorCode } from './error-text';

/** Duration of a toast with an action, in milliseconds. */
const WITH_ACTION = 20_000;

interface Options extends Omit<ExternalToast, 'action'> {
  action?: Action | undefined;
}

interface Undo {
  /** Id of the toast that offers it. */
  id: string | number;
  run(): void;
}

/** Event of the window with each toast. */
export const TOAST = 'roster:toast';

/** Loads the library of toasts. */
export const loadToasts = () => import('sonner');

let lastId = 0;

/** How to undo the changes that this tab has made, the last one last, also after their toasts are gone. */
const undos: Undo[] = [];

function forgetUndo(id: string | number): void {
  const index = undos.findIndex((undo) => undo.id === id);
  if (index >= 0) undos.splice(index, 1);
}

export const canUndo = (): boolean => undos.length > 0;

/** Undoes the last change that a toast has offered to undo. Returns whether there is one. */
export function undoLast(): boolean {
  const last = undos.pop();
  if (!last) return false;
  dismiss(last.id);
  last.run();
  return true;
}

/** Forgets all changes, because somebody else may sign in. */
export function forgetUndos(): void {
  undos.length = 0;
}

/**
 * Creates a function that shows a toast of this kind, longer with an action, and returns its id, with which a later toast
 * can replace it. An action "Undo" can be called by `undoLast`, too.
 */
const shows =
  (kind: 'message' | 'success' | 'info' | 'warning' | 'error') =>
  (message: ReactNode, { action, ...options }: Options = {}) => {
    const id = options.id ?? ++lastId;
    window.dispatchEvent(new Event(TOAST));
    void loadToasts().then(({ toast }) =>
      toast[kind](message, {
        duration: action && WITH_ACTION,
        ...options,
        id,
        action: action && {
          ...action,
          onClick(event) {
            forgetUndo(id);
            action.onClick(event);
          },
        },
      }),
    );
    forgetUndo(id);
    if (action?.label === 'Undo') undos.push({ id, run: action.onClick as () => void });
    return id;
  };

/**
 * Shows an error under a `title`, or as the title if it is `null`, with a button that calls `again`, if given, unless a
 * reload is needed.
 */
function failed(title: string | null, error: Error | ApiError, again?: () => void): void {
  const isAgain = again && getErrorCode(error) !== 'OUTDATED';
  const text = <ErrorText error={error} />;
  shows('error')(title ?? text, {
    description: title === null ? undefined : text,
    action: isAgain ? { label: 'Try again', onClick: again } : undefined,
  });
}

function dismiss(id: string | number): void {
  forgetUndo(id);
  void loadToasts().then(({ toast }) => toast.dismiss(id));
}

export const toast = Object.assign(shows('message'), {
  success: shows('success'),
  info: shows('info'),
  warning: shows('warning'),
  error: shows('error'),
  failed,
  dismiss,
});
