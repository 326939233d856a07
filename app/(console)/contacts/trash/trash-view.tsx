'use client';

import { Tabs } from '@base-ui/react/tabs';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useState } from 'react';
import { trashListOptions } from '@/components/contacts/contact-queries';
import { Selection } from '@/components/data-table/selection';
import type { TableView } from '@/components/data-table/table-view';
import { useCan, useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { formatCount, formatTotal } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { PageHeader } from '@/components/ui/page-header';
import { TabList } from '@/components/ui/tabs';
import { DeletedSegments } from './deleted-segments';
import { TrashTable } from './trash-table';

const PurgeDialog = dynamic(() => import('./purge-dialog').catch(chunkLoadFailed));

const parseTab = parseAsStringLiteral(['contacts', 'segments'])
  .withDefault('contacts')
  .withOptions({ history: 'push' });
/** The first page of the whole trash, for its number of contacts. */
const wholeTrash = trashListOptions({ search: '', page: 1, size: 50 });

/** The trash: deleted contacts and segments, a tab each, and a button that empties both. */
export function TrashView({ initialView }: { initialView: TableView }) {
  const may = useMay();
  const showsSegments = useCan('listDeletedSegments');
  const [tab, setTab] = useQueryState('tab', parseTab);
  const { data: { meta } = {} } = useQuery(wholeTrash);
  const { data: segments = [] } = useRead('listDeletedSegments', {}, { enabled: showsSegments });
  const [selection] = useState(() => new Selection());
  const [emptying, setEmptying] = useState(false);
  const count = meta?.total ?? 0;
  const contacts = <TrashTable initialView={initialView} selection={selection} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Trash"
        actions={
          may('purgeContacts') && count + segments.length > 0 ? (
            <Button onClick={() => setEmptying(true)}>
              <Trash2 aria-hidden className="text-danger" />
              Empty trash
            </Button>
          ) : null
        }
      />
      {showsSegments ? (
        <Tabs.Root
          value={tab}
          onValueChange={(value) => void setTab(value)}
          className="-mt-3 flex min-h-0 flex-1 flex-col"
        >
          <TabList
            label="Trash"
            tabs={[
              { value: 'contacts', label: withCount('Contacts', meta && formatTotal(meta)) },
              { value: 'segments', label: withCount('Segments', formatCount(segments.length)) },
            ]}
          />
          <Tabs.Panel value="contacts" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            {contacts}
          </Tabs.Panel>
          <Tabs.Panel value="segments" tabIndex={-1} className="outline-none">
            <DeletedSegments />
          </Tabs.Panel>
        </Tabs.Root>
      ) : (
        contacts
      )}
      {emptying ? (
        <PurgeDialog
          contacts={{ selected: new Map(), all: { filter: {}, words: '', count, examples: [] } }}
          segments={may('purgeSegments') ? segments.map(({ id }) => id) : []}
          selection={selection}
          onClose={() => setEmptying(false)}
        />
      ) : null}
    </div>
  );
}

const withCount = (label: string, count: string | undefined): ReactNode => (
  <>
    {label} {count && count !== '0' ? <span className="font-normal text-muted">{count}</span> : null}
  </>
);
