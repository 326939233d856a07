'use client';

import { Keyboard } from 'lucide-react';
import type { RefObject } from 'react';
import { useService } from '@/app/(console)/service-provider';
import { SearchBox } from '@/components/data-table/search-box';
import type { TableView } from '@/components/data-table/table-view';
import { ViewButton } from '@/components/data-table/view-button';
import { Button } from '@/components/ui/button';
import { contactOrders, hideableColumns, hideableColumnsOfCopy } from './contact-columns-view';
import { type ContactListState, isFiltered } from './contact-list-state';
import { SegmentFilterButton } from './segment-filter-button';
import type { useContactListState } from './use-contact-list-state';

interface ContactsToolbarProps {
  state: ContactListState;
  /** Whether the URL is still to follow a change. */
  isPending: boolean;
  change: ReturnType<typeof useContactListState>['change'];
  view: TableView;
  changeView(values: Partial<TableView>): void;
  /** Takes all filters away. */
  onClear(): void;
  /** The search is under way. */
  busy: boolean;
  searchRef: RefObject<HTMLInputElement | null>;
  onLeaveSearch(): void;
  onHelp(): void;
}

/** What narrows the list, and how it looks. */
export function ContactsToolbar({
  state,
  isPending,
  change,
  view,
  changeView,
  onClear,
  busy,
  searchRef,
  onLeaveSearch,
  onHelp,
}: ContactsToolbarProps) {
  const mirrored = Boolean(useService().connection?.mirror);
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <SearchBox
        label="Search contacts"
        value={state.search}
        isPending={isPending}
        onSearch={(search) => change({ search }, 'replace')}
        busy={busy}
        inputRef={searchRef}
        onLeave={onLeaveSearch}
        slash={view.keys}
      />
      <SegmentFilterButton
        value={state.segment}
        onChange={(segment) => change({ segment })}
        match={state.segmentMatch}
        onMatch={(segmentMatch) => change({ segmentMatch })}
      />
      {isFiltered(state) ? (
        <Button variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2 print:hidden">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Keyboard"
          title="Keyboard (?)"
          onClick={onHelp}
          className="max-md:hidden"
        >
          <Keyboard aria-hidden className="text-muted" />
        </Button>
        <ViewButton
          columns={mirrored ? hideableColumnsOfCopy : hideableColumns}
          view={view}
          onChange={changeView}
          orders={contactOrders}
          order={state.sort}
          onOrder={(sort) => change({ sort: sort as ContactListState['sort'] })}
        />
      </div>
    </div>
  );
}
