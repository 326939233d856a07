'use client';

import { type MouseEvent, useRef, useState } from 'react';
import { ReadError } from '@/app/data/read-data';
import { formatCount, formatTotal } from '@/components/data-table/format-count';
import {
  type Selectable,
  type Selection,
  useSelected,
  useSelectedShare,
} from '@/components/data-table/selection';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { PageMeta } from '@/lib/contract/page';
import { MOST_IDS } from '../../bulk-changes/picked';
import { readTrashed } from '../read-matching';

interface SelectAllTrashedProps {
  selection: Selection;
  /** The rows of the page, and the search and the total they are of. */
  rows: readonly Selectable[];
  search: string;
  meta: PageMeta;
  /** The rows are of the search before: there is nothing to do with them. */
  stale: boolean;
}

/** Once all of the page is selected: offers all that the search has found, or as many of the latest as can be selected. */
export function SelectAllTrashed({ selection, rows, search, meta, stale }: SelectAllTrashedProps) {
  const share = useSelectedShare(selection, rows);
  const selected = useSelected(selection);
  const [read, setRead] = useState<{ search: string; ids: string[] } | null>(null);
  const [pending, setPending] = useState(false);
  const latest = useRef(search);
  latest.current = search;
  const isRead = read?.search === search && read.ids.every((id) => selected.has(id));
  if (isRead || rows.length === 0 || share !== 'all') return null;
  if (meta.totalIsExact && meta.total <= rows.length) return null;
  const tooMany = !meta.totalIsExact || meta.total > MOST_IDS;

  async function select({ currentTarget: button }: MouseEvent) {
    const tray = button.closest<HTMLElement>('section');
    setPending(true);
    try {
      const found = await readTrashed(search, MOST_IDS);
      // Somebody went on to others while they were read.
      if (latest.current !== search) return;
      selection.set(found, true);
      setRead({ search, ids: found.map(({ id }) => id) });
    } catch (cause) {
      if (!(cause instanceof ReadError)) throw cause;
      toast.error('They could not be read', { description: cause.message });
    } finally {
      setPending(false);
    }
    // The button goes with its task; what it did is said where it was.
    if (document.activeElement === button || document.activeElement === document.body) tray?.focus();
  }

  return (
    <span inert={stale}>
      <Button variant="ghost" size="sm" pending={pending} onClick={select} className="text-accent!">
        {tooMany
          ? `Select the latest ${formatCount(MOST_IDS)} of ${formatTotal(meta)}`
          : `Select all ${formatTotal(meta)}${search ? ' matching' : ''}`}
      </Button>
    </span>
  );
}
