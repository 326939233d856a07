'use client';

import { ListFilter } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { ContactFiltersProps } from './contact-filters-popover';
import { FilterTrigger } from './filter-trigger';

/** Loads the pills with the popup that adds the first. */
const preloadPills = () => void import('./filter-pills').catch(() => {});

/** The button that adds a filter. */
export function FilterButton(props: ContactFiltersProps) {
  const face = (
    <Button aria-keyshortcuts="f" onClickCapture={preloadPills} className="print:hidden">
      <ListFilter aria-hidden className="text-muted @max-md:hidden" />
      Filter
    </Button>
  );
  return <FilterTrigger face={face} {...props} />;
}
