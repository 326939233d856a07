import { unstable_isUnrecognizedActionError } from 'next/navigation';
import type { ReactNode } from 'react';
import { browserError, OUTDATED } from '@/components/hooks/call-error';
import { keepDrafts } from '@/components/hooks/drafts';
import { ErrorText } from './error-text';
import { toast } from './toast';

/** Turbopack's error names the file. */
const FILE = /\/_next\/static\/[\w./~-]+\.(?:js|css)/;

/** Whether the server no longer has the action or the file that failed, because it runs another build. */
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

/** For the `catch` of a late import: says what to do, and leaves the rest of the page as it is. */
export async function chunkLoadFailed(error: unknown): Promise<{ default: never }> {
  const why = (await isUpgrade(error)) ? OUTDATED : PART_GONE;
  keepDrafts();
  toast.error(<ErrorText error={why} />, { id: 'part-gone', duration: Number.POSITIVE_INFINITY });
  return { default: Gone as never };
}

/** Shown instead: the button of a popup, or nothing. */
const Gone = ({ trigger = null }: { trigger?: ReactNode }): ReactNode => trigger;
