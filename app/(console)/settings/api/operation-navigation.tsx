'use client';

import { useRef, useState } from 'react';
import { SearchBox } from '@/components/data-table/search-box';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { findOperations, type ListedGroup } from './find-operations';

/** A searchable list of all operations. */
export function OperationNavigation({ groups, current }: { groups: ListedGroup[]; current: string | null }) {
  const [words, setWords] = useState('');
  const listRef = useRef<HTMLDivElement>(null);
  const found = findOperations(groups, words);
  return (
    <nav aria-label="Operations" className={cn('flex flex-col gap-3', current && 'max-lg:hidden')}>
      <SearchBox
        label="Search operations"
        value={words}
        onSearch={setWords}
        onLeave={() => listRef.current?.querySelector('a')?.focus()}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {found.length === 0 ? 'No matches' : null}
      </p>
      <div ref={listRef} className="flex flex-col gap-4">
        {found.map(({ tag, operations }) => (
          <section key={tag} aria-label={tag}>
            <h2 className="pb-1 text-sm font-medium">{tag}</h2>
            <ul>
              {operations.map(({ id, summary, method, path }) => (
                <li key={id}>
                  <Link
                    id={id}
                    href={`/settings/api?operation=${id}`}
                    aria-current={id === current ? 'page' : undefined}
                    title={`${method} ${path}`}
                    className={cn(
                      'flex items-baseline justify-between gap-2 rounded-md px-2 py-1 text-sm hover:bg-hover',
                      id === current ? 'bg-hover font-medium' : 'text-muted',
                    )}
                  >
                    {summary}
                    <span className="shrink-0 font-mono text-xs font-normal text-muted">{method}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
