'use client';

import { Plus } from 'lucide-react';
import { lazy, type ReactElement, useContext } from 'react';
import { type FilterField, filterName, getConditions } from '@/components/contacts/contact-list-state';
import { SegmentsById } from '@/components/contacts/contact-segments';
import { useRead } from '@/components/hooks/use-read';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { FilterPill, FilterPillFace } from '@/components/ui/filter-pill';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import type { ContactFiltersProps } from './contact-filters-popover';

const ContactFiltersPopover = lazy(() => import('./contact-filters-popover').catch(chunkLoadFailed));

/** Pills of the active filters, "Segment is Customer ×", and the button that adds a filter. */
export function ContactFilters({ state, onChange, without }: ContactFiltersProps) {
  const pills = getConditions(state, useContext(SegmentsById));
  const popover = (face: ReactElement<{ onClick?(): void }>, field?: FilterField) => (
    <LazyOnPress face={face}>
      <ContactFiltersPopover
        trigger={face}
        state={state}
        onChange={onChange}
        without={without}
        {...(field && { field })}
      />
    </LazyOnPress>
  );
  return (
    <>
      {pills.map(({ name, words, without }, index) => (
        <FilterPill
          // The words change while the popover is open, so they are part of the key only where the name is not unique.
          key={pills[index - 1]?.name === name ? `${name} ${words}` : name}
          remove={`Remove the ${filterName(name)} filter`}
          onRemove={() => onChange(without)}
        >
          {popover(
            <FilterPillFace>
              <bdi>{words}</bdi>
            </FilterPillFace>,
            name,
          )}
        </FilterPill>
      ))}
      {state.import ? <ImportPill id={state.import} onRemove={() => onChange({ import: '' })} /> : null}
      <div key="add">
        {popover(
          <Button aria-keyshortcuts="f">
            <Plus aria-hidden className="text-muted" />
            Filter
          </Button>,
        )}
      </div>
    </>
  );
}

/** Pill of the import filter, which the import's page sets and which can only be removed here. */
function ImportPill({ id, onRemove }: { id: string; onRemove(): void }) {
  const { data } = useRead('getImport', { id });
  return (
    <FilterPill remove="Remove the import filter" onRemove={onRemove}>
      <span className="truncate px-2.5">
        Imported{data ? ' from ' : null}
        <bdi>{data?.name}</bdi>
      </span>
    </FilterPill>
  );
}
