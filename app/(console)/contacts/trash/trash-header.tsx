'use client';

import type { Ref } from 'react';
import { formatTotal } from '@/components/data-table/format-count';
import { BackLink } from '@/components/ui/back-link';
import type { PageMeta } from '@/lib/contract/page';

interface TrashHeaderProps {
  ref: Ref<HTMLHeadingElement>;
  meta: PageMeta | undefined;
  /** Only those that a search has found are counted. */
  found: boolean;
}

/** Title, how many, and the way back to the contacts. The heading takes the focus when what had it is gone. */
export function TrashHeader({ ref, meta, found }: TrashHeaderProps) {
  return (
    <header className="flex h-14 items-center gap-1 px-4 md:px-6">
      <BackLink to="/contacts" label="Back to contacts" />
      <h1 ref={ref} tabIndex={-1} className="flex items-baseline gap-2 text-lg font-semibold outline-none">
        Trash
        {meta ? (
          <span className="text-base font-normal text-muted">
            {formatTotal(meta)}
            {found ? ' found' : ''}
          </span>
        ) : null}
      </h1>
    </header>
  );
}
