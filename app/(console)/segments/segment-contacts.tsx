import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { startTransition } from 'react';
import { contactColumns } from '@/components/contacts/contact-columns';
import { ListView } from '@/components/contacts/contact-list-view';
import { contactListOptions } from '@/components/contacts/contact-queries';
import { SegmentsById, useSegmentsById } from '@/components/contacts/contact-segments';
import { useConsole } from '@/components/contacts/use-console';
import { defaultTableView } from '@/components/data-table/table-view';
import { useListState } from '@/components/data-table/use-list-state';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import type { Segment } from '@/lib/contract/segment';
import { segmentListParameters, toContactListState } from './segment-list-state';

interface SegmentContactsProps {
  segment: Segment;
  /** Shown while the segment is empty. */
  empty: React.ReactNode;
}

/** The contact list of one segment, without selection. Bulk changes are made in the list of all contacts. */
export function SegmentContacts({ segment, empty }: SegmentContactsProps) {
  const params = useListState(segmentListParameters);
  const { state, query, change } = params;
  const list = useQuery({
    ...contactListOptions(toContactListState(segment.id, query)),
    placeholderData: keepPreviousData,
  });
  const { selection } = useConsole();
  return (
    <SegmentsById value={useSegmentsById()}>
      <div className="flex items-baseline justify-between gap-4 px-4 pb-2 md:px-6">
        <h2 className="text-sm font-medium">Contacts</h2>
        <Link
          href={`/contacts?segment=${segment.id}`}
          className="text-sm text-accent underline-offset-2 hover:underline"
        >
          Open in contacts
        </Link>
      </div>
      {/* At least a few rows high: in a low window, the page scrolls. */}
      <div className="flex flex-1 shrink-0 flex-col md:min-h-96 md:basis-0">
        <ListView
          caption={`Contacts in ${segment.title}`}
          itemName="contact"
          collectionName="Contacts"
          columns={contactColumns}
          list={list}
          params={params}
          filtered={query.search.trim() !== ''}
          onClear={() => change({ search: '' })}
          sort={state.sort}
          onSort={(sort) => startTransition(() => change({ sort: sort as typeof state.sort }))}
          view={defaultTableView}
          onView={() => {}}
          selection={selection}
          selects={false}
          empty={
            <EmptyState icon={Users} title="No contacts yet" actions={empty}>
              Add contacts from the contact list, or import them.
            </EmptyState>
          }
        />
      </div>
    </SegmentsById>
  );
}
