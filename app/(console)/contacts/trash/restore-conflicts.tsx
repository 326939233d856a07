import Link from 'next/link';
import { countOf } from '@/components/data-table/format-count';
import type { RestoreResult } from '@/lib/contract/trash';

export type InTheWay = { name: string } & Pick<RestoreResult['conflicts'][number], 'path' | 'contactId'>;

const MOST = 3;

/** Contacts that could not be restored, and the contacts that have their email or phone. */
export function RestoreConflicts({ conflicts }: { conflicts: readonly InTheWay[] }) {
  const more = conflicts.length - MOST;
  return (
    <ul className="space-y-1">
      {conflicts.slice(0, MOST).map(({ name, path, contactId }) => (
        <li key={`${name} ${path} ${contactId}`} className="wrap-anywhere">
          Could not restore {name}: its {path} belongs to{' '}
          <Link href={`/contacts/${contactId}`} className="text-accent underline">
            another contact
          </Link>
          .
        </li>
      ))}
      {more > 0 ? <li>{countOf(more, 'more conflict')}.</li> : null}
    </ul>
  );
}
