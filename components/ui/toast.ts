import type { ReactNode } from 'react';
import { type ExternalToast, toast as sonner } from 'sonner';
import { withSignIn } from './signed-out';
import { UPDATED, withReload } from './updated';

/** Milliseconds that a toast with an action stays. */
const WITH_ACTION = 20_000;

const withWays = (text: ReactNode) => withReload(withSignIn(text));

/** Returns the id, with which a later toast can replace this one. */
const show =
  (kind: 'message' | 'success' | 'info' | 'warning' | 'error') =>
  (message: string, options: ExternalToast = {}): string | number => {
    const { description } = options;
    const isOutdated = `${message} ${String(description)}`.includes(UPDATED);
    return sonner[kind](withWays(message), {
      duration: options.action ? WITH_ACTION : undefined,
      ...options,
      description: typeof description === 'string' ? withWays(description) : description,
      // Trying again cannot help.
      ...(isOutdated && { action: undefined }),
    });
  };

/** Shows toasts. */
export const toast = Object.assign(show('message'), {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  dismiss: sonner.dismiss,
});
