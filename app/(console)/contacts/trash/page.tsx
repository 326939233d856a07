import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { createLoader } from 'nuqs/server';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { CONTACTS_VIEW } from '@/components/contacts/contact-list-state';
import { trashListOptions } from '@/components/contacts/contact-queries';
import { listParameters } from '@/components/data-table/list-state';
import { parseTableView } from '@/components/data-table/table-view';
import { readOptions } from '@/components/hooks/use-read';
import { NotOffered } from '@/components/ui/not-offered';
import { undoableChangesOptions } from '../../bulk-changes/bulk-change-state';
import { TrashView } from './trash-view';

export const metadata: Metadata = { title: 'Trash' };

const loadState = createLoader(listParameters);

/** Deleted contacts and segments, until they are restored or purged. */
export default async function TrashPage({ searchParams }: PageProps<'/contacts/trash'>) {
  const signedIn = await requireStaff('contacts:read');
  const can = capabilities();
  if (!can.listTrash) return <NotOffered title="Trash" operation="listTrash" />;
  const state = await loadState(searchParams);
  const view = parseTableView((await cookies()).get(CONTACTS_VIEW)?.value);
  return (
    <Prefetched
      signedIn={signedIn}
      reads={[
        trashListOptions(state),
        undoableChangesOptions('delete'),
        can.listDeletedSegments && readOptions('listDeletedSegments', {}),
      ]}
    >
      <TrashView initialView={view} />
    </Prefetched>
  );
}
