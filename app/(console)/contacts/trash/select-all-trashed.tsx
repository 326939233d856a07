'use client';

import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { ReadError } from '@/app/data/read-data';
import { countOf, formatCount, formatTotal } from '@/components/data-table/format-count';
import { type Selectable, type Selection, useSelection } from '@/components/data-table/selection';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { PageMeta } from '@/lib/contract/page';
import { readTrashed } from '../list/read-matching';

interface SelectAllTrashedProps {
  selection: Selection;
  /** The rows of the page, and the search and the total they are of. */
  rows: readonly Selectable[];
  search: string;
  meta: PageMeta;
  /** The rows are of the search before: there is nothing to do with them. */
  stale: boolean;
}

/** So many are read in less than a minute; of a trash that has more, the latest. */
const MOST = 100_000;

/** Once all of the page is selected: offers all that the search has found. */
export function SelectAllTrashed({ selection, rows, search, meta, stale }: SelectAllTrashedProps) {
  const selected = useSelection(selection, ({ snapshot }) => snapshot);
  const [read, setRead] = useState<string[] | null>(null);
  /** How many are read so far; `null` while none are on their way. */
  const [soFar, setSoFar] = useState<number | null>(null);
  const pending = soFar !== null;
  const reading = useRef<AbortController>(undefined);
  // Whoever searches for others, clears the selection or leaves does not want them any more.
  useEffect(() => () => reading.current?.abort(), []);
  const isRead = read?.every((id) => selected.has(id));
  const isMore =
    rows.length > 0 &&
    rows.every(({ id }) => selected.has(id)) &&
    (!meta.totalIsExact || meta.total > rows.length);
  if (!pending && (isRead || !isMore)) return null;

  async function select({ currentTarget: button }: MouseEvent) {
    const tray = button.closest<HTMLElement>('section');
    const { signal } = (reading.current = new AbortController());
    setSoFar(0);
    try {
      const { found, areAll } = await readTrashed(search, { most: MOST, signal, onProgress: setSoFar });
      selection.set(found, true);
      setRead(found.map(({ id }) => id));
      if (!areAll)
        toast(`The latest ${countOf(MOST, 'contact')} are selected`, {
          description: 'There are more in the trash.',
        });
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof ReadError)) throw cause;
      toast.error('Could not select all', { description: cause.message });
    } finally {
      setSoFar(null);
    }
    // The button goes with its task; what it did is said where it was.
    if (document.activeElement === button || document.activeElement === document.body) tray?.focus();
  }

  return (
    <span inert={stale}>
      <Button variant="ghost" size="sm" pending={pending} onClick={select} className="text-accent!">
        {soFar ? `${formatCount(soFar)} read` : `Select all ${formatTotal(meta)}${search ? ' matching' : ''}`}
      </Button>
    </span>
  );
}
