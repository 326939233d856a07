import { unstable_isUnrecognizedActionError } from 'next/navigation';
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
export async function partGone(error: unknown): Promise<never> {
  const message = (await isUpgrade(error)) ? UPDATED : 'Roster cannot be reached. Reload once it can be.';
  keepDrafts();
  toast.error(message, { id: 'part-gone', duration: Number.POSITIVE_INFINITY });
  // Still loading: React shows what it shows while the part loads.
  return new Promise(() => {});
}
