import type { ReactNode } from 'react';
import { type ExternalToast, toast as sonner } from 'sonner';
import type { ApiError } from '@/lib/call';
import { ErrorText, getErrorCode } from './error-text';

/** Milliseconds that a toast with an action stays. */
const WITH_ACTION = 20_000;

/** Shows a toast, and returns the id with which a later one can replace it. */
const shows =
  (kind: 'message' | 'success' | 'info' | 'warning' | 'error') =>
  (message: ReactNode, options: ExternalToast = {}) =>
    sonner[kind](message, { duration: options.action ? WITH_ACTION : undefined, ...options });

/** Shows why something failed, under a `title`; offers to try it `again`, unless that cannot help. */
function failed(title: string | null, error: Error | ApiError, again?: () => void): void {
  const isAgain = again && getErrorCode(error) !== 'OUTDATED';
  const text = <ErrorText error={error} />;
  shows('error')(title ?? text, {
    description: title === null ? undefined : text,
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
  dismiss: sonner.dismiss,
});
