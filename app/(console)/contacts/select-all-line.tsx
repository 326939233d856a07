'use client';

import { useRef, useState } from 'react';
import { formatCount, formatTotal } from '@/components/data-table/format-count';
import {
  type Selectable,
  type Selection,
  useAllMatching,
  useSelectedShare,
} from '@/components/data-table/selection';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { ContactFilter } from '@/lib/contract/bulk-change';
import type { PageMeta } from '@/lib/contract/page';
import { countContactSegments } from '../bulk-changes/bulk-change-actions';
import { failureText, NO_ANSWER } from './action-failure';

interface SelectAllLineProps {
  selection: Selection;
  /** The rows of the page, and the filter and the total they are of. */
  rows: readonly Selectable[];
  filter: ContactFilter;
  /** The filter in words; empty where it narrows nothing. */
  words: string;
  meta: PageMeta;
}

/** Once all of the page is selected: offers all that match, by a number that is true. */
export default function SelectAllLine({ selection, rows, filter, words, meta }: SelectAllLineProps) {
  const share = useSelectedShare(selection, rows);
  const all = useAllMatching(selection);
  const [pending, setPending] = useState(false);
  const latest = useRef(filter);
  latest.current = filter;
  if (rows.length === 0 || share !== 'all' || (meta.totalIsExact && meta.total <= rows.length)) return null;

  async function selectAll() {
    let count = meta.total;
    if (!meta.totalIsExact) {
      setPending(true);
      const result = await countContactSegments({ filter }).catch(() => NO_ANSWER);
      setPending(false);
      if (!result.ok)
        return void toast.error('They could not be counted', { description: failureText(result.error) });
      count = result.data.total;
      // Somebody went on to others while they were counted.
      if (latest.current !== filter) return;
    }
    selection.setAll({ filter, words, count, examples: rows.slice(0, 3).map(({ label }) => label) });
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm max-xl:basis-full max-xl:order-last">
      <p className="text-muted">
        {all
          ? `All ${formatCount(all.count)} are selected.`
          : `${rows.length === 1 ? 'The 1' : `All ${rows.length}`} on this page ${rows.length === 1 ? 'is' : 'are'} selected.`}
      </p>
      {/* One button in both states: the focus stays on it. */}
      <Button size="sm" pending={pending} onClick={all ? () => selection.clear() : selectAll}>
        {all ? 'Clear selection' : `Select all ${formatTotal(meta)} ${words ? 'matching' : 'contacts'}`}
      </Button>
    </div>
  );
}
