'use client';

import { type MouseEvent, useRef, useState } from 'react';
import { countContactSegments } from '@/app/(console)/bulk-changes/bulk-change-actions';
import { MOST_IDS } from '@/app/(console)/bulk-changes/picked';
import { useService } from '@/app/(console)/service-provider';
import { ReadError } from '@/app/data/read-data';
import { formatTotal } from '@/components/data-table/format-count';
import {
  type Selectable,
  type Selection,
  useAllMatching,
  useSelected,
  useSelectedShare,
} from '@/components/data-table/selection';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { ContactFilter } from '@/lib/contract/bulk-change';
import type { PageMeta } from '@/lib/contract/page';
import { failureText, NO_ANSWER } from '../action-failure';
import { readMatching } from './read-matching';

/** What the table shows. */
export interface Listed {
  /** The rows of the page, and the filter and the total they are of. */
  rows: readonly Selectable[];
  filter: ContactFilter;
  /** The filter in words; empty where it narrows nothing. */
  words: string;
  meta: PageMeta;
  /** The rows are of the state before: there is nothing to do with them. */
  stale: boolean;
  /** The total is still to be told: until then there is no number to offer. */
  counting: boolean;
}

const TOO_MANY =
  'This service changes contacts one by one: at most 10,000 can be selected together. Narrow the list first.';

/** Once all of the page is selected: offers all that match, by a number that is true. */
export function SelectAllMatching({ selection, listed }: { selection: Selection; listed: Listed }) {
  const { rows, filter, words, meta, stale, counting } = listed;
  const share = useSelectedShare(selection, rows);
  const all = useAllMatching(selection);
  const selected = useSelected(selection);
  const { lacking } = useService();
  /** Those that matched and were selected one by one, because the service changes them so. */
  const [each, setEach] = useState<{ filter: ContactFilter; ids: string[] } | null>(null);
  const [pending, setPending] = useState(false);
  const latest = useRef(filter);
  latest.current = filter;
  const shown = useRef({ filter, words });
  if (!stale) shown.current = { filter, words };
  const eachIsSelected = each?.filter === shown.current.filter && each.ids.every((id) => selected.has(id));
  if (all || eachIsSelected || counting || rows.length === 0 || share !== 'all') return null;
  if (meta.totalIsExact && meta.total <= rows.length) return null;

  async function selectEach() {
    setPending(true);
    try {
      const found = await readMatching(filter, MOST_IDS);
      if (latest.current !== filter) return;
      if (!found) return void toast.error('There are too many of them', { description: TOO_MANY });
      selection.set(found, true);
      setEach({ filter, ids: found.map(({ id }) => id) });
    } catch (cause) {
      if (!(cause instanceof ReadError)) throw cause;
      toast.error('They could not be read', { description: cause.message });
    } finally {
      setPending(false);
    }
  }

  async function selectAll() {
    setPending(true);
    const result = await countContactSegments({ filter }).catch(() => NO_ANSWER);
    setPending(false);
    if (!result.ok)
      return void toast.error('They could not be counted', { description: failureText(result.error) });
    // Somebody went on to others while they were counted.
    if (latest.current !== filter) return;
    const { total, fingerprint } = result.data;
    const examples = rows.slice(0, 3).map(({ label }) => label);
    selection.setAll({ filter, words, count: total, fingerprint, examples });
  }

  async function selectThem({ currentTarget: button }: MouseEvent) {
    const tray = button.closest<HTMLElement>('section');
    await (lacking.createBulkChange ? selectEach() : selectAll());
    // The button goes with its task; what it did is said where it was.
    if (document.activeElement === button || document.activeElement === document.body) tray?.focus();
  }

  return (
    <span inert={stale}>
      <Button variant="ghost" size="sm" pending={pending} onClick={selectThem} className="text-accent!">
        Select all {formatTotal(meta)} {shown.current.words ? 'matching' : 'contacts'}
      </Button>
    </span>
  );
}
