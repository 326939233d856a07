import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { formatCount } from '@/components/data-table/format-count';
import type { ContactImport, ImportUndoPlan } from '@/lib/contract/import';
import { importUndoOptions } from '../import-queries';

/** Contacts that an undo kept because they were edited since. */
export function KeptContacts({ one }: { one: ContactImport }) {
  const { data: plan } = useQuery(importUndoOptions(one));
  return plan ? <KeptNames plan={plan} /> : null;
}

/** Links to contacts edited since an import. */
export function KeptNames({ plan: { keep, kept } }: { plan: ImportUndoPlan }) {
  return (
    <div className="text-sm">
      <h3 className="font-medium">Edited since the import</h3>
      <ul className="flex max-h-40 flex-col overflow-y-auto pt-1">
        {kept.map(({ contactId, name, isDeleted }) => (
          <li key={contactId} className="truncate leading-6">
            {isDeleted ? (
              <>
                <bdi>{name || 'Deleted forever'}</bdi> <span className="text-muted">(deleted)</span>
              </>
            ) : (
              <Link
                href={`/contacts/${contactId}`}
                prefetch={false}
                className="text-accent underline-offset-2 hover:underline"
              >
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        ))}
        {keep > kept.length ? (
          <li className="text-muted">and {formatCount(keep - kept.length)} more</li>
        ) : null}
      </ul>
    </div>
  );
}
