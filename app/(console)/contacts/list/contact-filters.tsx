'use client';

import { ListFilter, X } from 'lucide-react';
import { lazy, useContext } from 'react';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { LoadOnPress } from '@/components/ui/load-on-press';
import type { ContactFiltersProps } from './contact-filters-popover';
import { type Condition, conditionsOf } from './contact-list-state';
import { SegmentsById } from './contact-segments';

const ContactFiltersPopover = lazy(() => import('./contact-filters-popover'));

/** The pills of active filters, "Segment is Customer ×", or the button that adds one. */
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
  const [first, ...others] = pills;
  // The first keeps its place, and so its popover open, when a filter is chosen there.
  return [filter(first, 'first'), ...others.map((pill) => filter(pill, pill.words))];
}
