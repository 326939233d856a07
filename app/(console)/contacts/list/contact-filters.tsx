'use client';

import { ListFilter } from 'lucide-react';
import { lazy, type ReactElement } from 'react';
import type { FilterField } from '@/components/contacts/contact-list-state';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import type { ContactFiltersProps } from './contact-filters-popover';

const ContactFiltersPopover = lazy(() => {
  // The popup adds the first pill.
  void import('./filter-pills').catch(() => {});
  return import('./contact-filters-popover').catch(chunkLoadFailed);
});

interface FilterTriggerProps extends ContactFiltersProps {
  face: ReactElement<{ onClick?(): void }>;
  field?: FilterField;
  condition?: boolean;
}

/** A button that opens the filter popup. */
export const FilterTrigger = ({ face, ...props }: FilterTriggerProps) => (
  <LazyOnPress face={face}>
    <ContactFiltersPopover trigger={face} {...props} />
  </LazyOnPress>
);

/** The button that adds a filter. */
export function FilterButton(props: ContactFiltersProps) {
  const face = (
    <Button aria-keyshortcuts="f" className="print:hidden">
      <ListFilter aria-hidden className="text-muted @max-md:hidden" />
      Filter
    </Button>
  );
  return <FilterTrigger face={face} {...props} />;
}
