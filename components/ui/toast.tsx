import type { ReactNode } from 'react';
import { type ExternalToast, toast as sonner } from 'sonner';
import type { ApiError } from '@/lib/call';
import { ErrorText, getErrorCode } from './error-text';

/** Duration of a toast with an action, in milliseconds. */
const WITH_ACTION = 20_000;

/**
 * Creates a function that shows a toast of this kind, longer with an action, and returns its id, with which a later toast
 * can replace it.
 */
const shows =
  (kind: 'message' | 'success' | 'info' | 'warning' | 'error') =>
  (message: ReactNode, options: ExternalToast = {}) =>
    sonner[kind](message, { duration: options.action ? WITH_ACTION : undefined, ...options });

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

export const toast = Object.assign(shows('message'), {
  success: shows('success'),
  info: shows('info'),
  warning: shows('warning'),
  error: shows('error'),
  failed,
  dismiss: sonner.dismiss,
});
