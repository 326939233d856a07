import { lazy, type ReactElement } from 'react';
import type { FilterField } from '@/components/contacts/contact-list-state';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import type { ContactFiltersProps } from './contact-filters-popover';

const ContactFiltersPopover = lazy(() => import('./contact-filters-popover').catch(chunkLoadFailed));

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
