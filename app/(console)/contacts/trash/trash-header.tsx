'use client';

import { ChevronLeft } from 'lucide-react';
import Link from 'next/link';
import type { Ref } from 'react';
import { formatTotal } from '@/components/data-table/format-count';
import { buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import type { PageMeta } from '@/lib/contract/page';

/** Title, how many, and the way back to the contacts. The heading takes the focus when what had it is gone. */
export function TrashHeader({ ref, meta }: { ref: Ref<HTMLHeadingElement>; meta: PageMeta | undefined }) {
  return (
    <header className="flex h-14 items-center gap-1 px-4 md:px-6">
      <Link
        href="/contacts"
        aria-label="Back to contacts"
        title="Back to contacts"
        className={cn(buttonClasses({ variant: 'ghost', size: 'icon' }), '-ml-2')}
      >
        <ChevronLeft aria-hidden className="text-muted" />
      </Link>
      <h1 ref={ref} tabIndex={-1} className="flex items-baseline gap-2 text-lg font-semibold outline-none">
        Trash
        {meta ? <span className="text-base font-normal text-muted">{formatTotal(meta)}</span> : null}
      </h1>
    </header>
  );
}
