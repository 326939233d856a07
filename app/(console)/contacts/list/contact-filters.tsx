'use client';

import { ListFilter } from 'lucide-react';
import { lazy, type ReactElement, useContext } from 'react';
import { Button } from '@/components/ui/button';
import { FilterPill, FilterPillFace } from '@/components/ui/filter-pill';
import { LoadOnPress } from '@/components/ui/load-on-press';
import { partGone } from '@/components/ui/upgrade';
import type { ContactFiltersProps } from './contact-filters-popover';
import { getConditions } from './contact-list-state';
import { SegmentsById } from './contact-segments';

const ContactFiltersPopover = lazy(() => import('./contact-filters-popover').catch(partGone));

/** The button that adds a filter, and the pills of active ones, "Segment is Customer ×". */
export function ContactFilters({ state, onChange }: ContactFiltersProps) {
  const pills = getConditions(state, useContext(SegmentsById));
  const popover = (face: ReactElement<{ onClick?(): void }>) => (
    <LoadOnPress face={face}>
      <ContactFiltersPopover trigger={face} state={state} onChange={onChange} />
    </LoadOnPress>
  );
  // First, so that its popover keeps its place when a filter is chosen there.
  return (
    <>
      <div>
        {popover(
          <Button>
            <ListFilter aria-hidden className="text-muted" />
            Filter
          </Button>,
        )}
      </div>
      {pills.map(({ name, words, without }) => (
        <FilterPill
          // Not by its words, which change while its popover is open.
          key={Object.keys(without).join() + name}
          remove={`Remove the ${name} filter`}
          onRemove={() => onChange(without)}
        >
          {popover(
            <FilterPillFace>
              <bdi>{words}</bdi>
            </FilterPillFace>,
          )}
        </FilterPill>
      ))}
    </>
  );
}
