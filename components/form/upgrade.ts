import { unstable_isUnrecognizedActionError } from 'next/navigation';
import type { ReactNode } from 'react';
import { toast } from '@/components/ui/toast';
import { UPDATED } from '@/components/ui/updated';
import { keepDrafts } from './drafts';

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

/** For the `catch` of a late import: says what to do, and leaves the rest of the page as it is. */
export async function partGone(error: unknown): Promise<{ default: never }> {
  const message = (await isUpgrade(error)) ? UPDATED : 'Roster cannot be reached. Reload once it can be.';
  keepDrafts();
  toast.error(message, { id: 'part-gone', duration: Number.POSITIVE_INFINITY });
  return { default: Gone as never };
}

/** Shown instead: the button of a popup, or nothing. */
const Gone = ({ trigger = null }: { trigger?: ReactNode }): ReactNode => trigger;
