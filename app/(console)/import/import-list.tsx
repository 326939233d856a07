'use client';

import { useQuery } from '@tanstack/react-query';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { formatCount } from '@/components/text/format-count';
import { ActorName } from '@/components/ui/actor-name';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { ReadBoundary } from '@/components/ui/read-failed';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ContactImport, ImportListMeta } from '@/lib/contract/import';
import { stateLabels, stateTones } from './import-labels';
import { importListOptions } from './import-queries';
import { summarizeImport } from './import-state';

const columns: Column<ContactImport>[] = [
  {
    id: 'name',
    label: 'File',
    cell: (one) => (
      <>
        <Link href={`/import/${one.id}`} data-row-link className="row-link">
          <bdi>{one.name}</bdi>
        </Link>
        <span className="block truncate text-xs text-muted lg:hidden print:hidden">
          {summarizeImport(one)}
        </span>
      </>
    ),
  },
  {
    id: 'rows',
    label: 'Rows',
    className: 'hidden lg:table-cell',
    cell: (one) => summarizeImport(one),
  },
  {
    id: 'state',
    label: 'State',
    className: 'flex-none w-28',
    cell: (one) => <Badge tone={stateTones[one.state]}>{stateLabels[one.state]}</Badge>,
  },
  {
    id: 'by',
    label: 'By',
    className: 'flex-none w-36 hidden md:table-cell text-muted',
    cell: (one) => <ActorName actor={one.actor} name={one.createdBy} />,
  },
  {
    id: 'createdAt',
    label: 'Started',
    className: 'flex-none w-32 hidden sm:table-cell text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** The latest imports, polled while one is in progress, with a notice if storage is nearly full. */
export function ImportList() {
  const list = useQuery(importListOptions);
  const imports = list.data?.data;
  return (
    <section aria-labelledby="latest-imports" className="pb-8">
      <h2 id="latest-imports" className="px-4 pb-2 font-semibold md:px-6">
        Latest imports
      </h2>
      <ReadBoundary collectionName="The imports" query={list}>
        <StorageNotice meta={list.data?.meta} />
        {imports?.length === 0 ? (
          <p className="px-4 text-muted md:px-6">
            No imports yet. You see what an import changes before it runs, and can undo it for 30 days.
          </p>
        ) : (
          <div className="border-t border-line">
            <DataTable caption="Latest imports" columns={columns} rows={imports} />
          </div>
        )}
      </ReadBoundary>
    </section>
  );
}

/** Share of the storage limit from which a notice is shown. */
const NEARLY_FULL = 0.8;
const MEGABYTE = 1_000_000;

/** Warns once uploads, exports and undo records take up most of the space they may have. */
function StorageNotice({ meta }: { meta: ImportListMeta | undefined }) {
  if (!meta?.storageLimit || meta.storedBytes < NEARLY_FULL * meta.storageLimit) return null;
  const megabytes = (bytes: number) => formatCount(Math.floor(bytes / MEGABYTE));
  return (
    <p className="px-4 pb-2 text-sm text-muted md:px-6">
      Uploads, exports and undo records take up {megabytes(meta.storedBytes)} of{' '}
      {megabytes(meta.storageLimit)} MB. Beyond that, there are no new imports, exports and bulk changes until
      older ones are deleted, after at most 30 days.
    </p>
  );
}
