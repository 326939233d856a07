import { type ExternalToast, toast as sonner } from 'sonner';
import { withSignIn } from './signed-out';

/** Milliseconds that a toast with an action stays. */
const WITH_ACTION = 20_000;

/** Returns the id, with which a later toast can replace this one. */
const show =
  (kind: 'message' | 'success' | 'info' | 'warning' | 'error') =>
  (message: string, options: ExternalToast = {}): string | number =>
    sonner[kind](withSignIn(message), {
      duration: options.action ? WITH_ACTION : undefined,
      ...options,
      description:
        typeof options.description === 'string' ? withSignIn(options.description) : options.description,
    });

/** Shows toasts. */
export const toast = Object.assign(show('message'), {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  dismiss: sonner.dismiss,
});
