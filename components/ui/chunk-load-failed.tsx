import { unstable_isUnrecognizedActionError } from 'next/navigation';
import type { ReactNode } from 'react';
import { browserError, OUTDATED } from '@/components/hooks/call-error';
import { keepDrafts } from '@/components/hooks/drafts';
import { ErrorText } from './error-text';
import { toast } from './toast';

/** Path of the file in Turbopack's error message. */
const FILE = /\/_next\/static\/[\w./~-]+\.(?:js|css)/;

/** Whether an action or a file is missing because the server runs another build. */
export async function isUpgrade(error: unknown): Promise<boolean> {
  if (unstable_isUnrecognizedActionError(error)) return true;
  const [file] = (error instanceof Error && FILE.exec(error.message)) || [];
  if (file === undefined) return false;
  return fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
}

const PART_GONE = browserError('NETWORK', 'Roster cannot be reached. Reload once it can be.');

/**
 * For the `catch` of a dynamic import: shows a toast that asks for a reload, keeps drafts for it, and resolves to a
 * stand-in that keeps the rest of the page working.
 */
export async function chunkLoadFailed(error: unknown): Promise<{ default: never }> {
  const why = (await isUpgrade(error)) ? OUTDATED : PART_GONE;
  keepDrafts();
  toast.error(<ErrorText error={why} />, { id: 'part-gone', duration: Number.POSITIVE_INFINITY });
  return { default: Gone as never };
}

/** Stands in for the component that could not be loaded: only the popup's button, if there is one. */
const Gone = ({ trigger = null }: { trigger?: ReactNode }): ReactNode => trigger;
