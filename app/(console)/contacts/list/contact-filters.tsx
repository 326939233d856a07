'use client';

import { ListFilter, X } from 'lucide-react';
import { lazy, useContext } from 'react';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { LoadOnPress } from '@/components/ui/load-on-press';
import { partGone } from '@/components/ui/upgrade';
import type { ContactFiltersProps } from './contact-filters-popover';
import { type Condition, conditionsOf } from './contact-list-state';
import { SegmentsById } from './contact-segments';

const ContactFiltersPopover = lazy(() => import('./contact-filters-popover').catch(partGone));

/** The button that adds a filter, and the pills of active ones, "Segment is Customer ×". */
export function ContactFilters({ state, onChange }: ContactFiltersProps) {
  const pills = conditionsOf(state, useContext(SegmentsById));
  const filter = (pill: Condition | undefined, key: string) => {
    const face = pill ? (
      <button
        type="button"
        className="h-8 min-w-0 truncate rounded-l-md px-2.5 text-sm font-medium hover:bg-hover"
      >
        <bdi>{pill.words}</bdi>
      </button>
    ) : (
      <Button>
        <ListFilter aria-hidden className="text-muted" />
        Filter
      </Button>
    );
    return (
      <div
        key={key}
        className={pill && 'inline-flex max-w-full min-w-0 rounded-md bg-accent-soft text-accent'}
      >
        <LoadOnPress face={face}>
          <ContactFiltersPopover trigger={face} state={state} onChange={onChange} />
        </LoadOnPress>
        {pill ? (
          <button
            type="button"
            aria-label={`Remove the ${pill.name} filter`}
            onClick={() => {
              onChange(pill.without);
              focusMain();
            }}
            className="flex size-8 shrink-0 items-center justify-center rounded-r-md hover:bg-hover"
          >
            <X aria-hidden className="size-4" />
          </button>
        ) : null}
      </div>
    );
  };
  // First, so that its popover keeps its place when a filter is chosen there.
  return [
    filter(undefined, 'add'),
    // Not by its words, which change while its popover is open.
    ...pills.map((pill) => filter(pill, Object.keys(pill.without).join() + pill.name)),
  ];
}
