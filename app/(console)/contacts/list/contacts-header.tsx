'use client';

import { Plus, Trash2 } from 'lucide-react';
import Link from 'next/link';
import type { Ref } from 'react';
import { useOffered } from '@/app/(console)/console-providers';
import { useService } from '@/app/(console)/service-provider';
import { isStranger } from '@/app/(console)/service-queries';
import { formatTotal } from '@/components/data-table/format-count';
import { buttonClasses } from '@/components/ui/button';
import type { PageMeta } from '@/lib/contract/page';

interface ContactsHeaderProps {
  ref: Ref<HTMLHeadingElement>;
  meta: PageMeta | undefined;
  filtered: boolean;
}

/** Title, how many, and the ways from here. The heading takes the focus when what had it is gone. */
export function ContactsHeader({ ref, meta, filtered }: ContactsHeaderProps) {
  const mayWrite = useOffered('contacts:write', 'upsertContact');
  const { lacking, connection } = useService();
  const known = !connection || !isStranger(connection);
  return (
    <header className="flex min-h-14 items-center justify-between gap-x-3 px-4 md:px-6">
      <h1
        ref={ref}
        tabIndex={-1}
        className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-lg font-semibold outline-none"
      >
        Contacts
        {meta && known ? (
          <span className="truncate text-base font-normal text-muted">
            {formatTotal(meta)}
            {filtered ? <span className="max-sm:sr-only"> found</span> : null}
          </span>
        ) : null}
      </h1>
      <div className="flex shrink-0 items-center gap-2 print:hidden">
        {lacking.listTrash ? null : (
          <Link href="/contacts/trash" className={buttonClasses({ variant: 'ghost' })}>
            <Trash2 aria-hidden className="text-muted" />
            <span className="max-sm:sr-only">Trash</span>
          </Link>
        )}
        {mayWrite ? (
          <Link href="/contacts/new" className={buttonClasses({ variant: 'primary' })}>
            <Plus aria-hidden />
            Add contact
          </Link>
        ) : null}
      </div>
    </header>
  );
}
