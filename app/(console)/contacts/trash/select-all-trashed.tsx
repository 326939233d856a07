import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { type Selectable, type Selection, useSelection } from '@/components/data-table/selection';
import { CallError } from '@/components/hooks/call-error';
import { fetchRead } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';
import { formatCount, formatCountOf, formatTotal } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { PageMeta } from '@/lib/contract/page';

interface SelectAllTrashedProps {
  selection: Selection;
  rows: readonly { id: string }[];
  search: string;
  meta: PageMeta;
  /** Whether the rows are those of the previous search. */
  stale: boolean;
}

/** Most contacts to select, latest deletion first. Reading them takes less than a minute. */
const MOST = 100_000;

/**
 * Once the whole page is selected, offers to select all matches, at most the latest `MOST`, by reading them page after
 * page.
 */
export function SelectAllTrashed({ selection, rows, search, meta, stale }: SelectAllTrashedProps) {
  const selected = useSelection(selection, ({ snapshot }) => snapshot);
  const [read, setRead] = useState<string[] | null>(null);
  /** Contacts read so far; `null` while idle. */
  const [soFar, setSoFar] = useState<number | null>(null);
  const pending = soFar !== null;
  const reading = useRef<AbortController>(undefined);
  // Another search, a cleared selection or another page unmounts the component and aborts the reading.
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
        toast(`The latest ${formatCountOf(MOST, 'contact')} are selected`, {
          description: 'There are more in the trash.',
        });
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof CallError)) throw cause;
      toast.failed('Could not select all', cause);
    } finally {
      setSoFar(null);
    }
    // The button disappears, so the tray gets the focus.
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

/**
 * Reads at most `most` contacts in the trash that match a search, latest deletion first; `areAll`: there are no more. Calls
 * `onProgress` with the number read after each page. Throws a `CallError`, or the signal's reason.
 */
export async function readTrashed(
  search: string,
  { most, signal, onProgress }: { most: number; signal: AbortSignal; onProgress(read: number): void },
): Promise<{ found: Selectable[]; areAll: boolean }> {
  const found: Selectable[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { countLimit: '1', pageSize: '100', search: search || undefined, cursor };
    const { data, meta } = await fetchRead('listTrash', { query }, signal);
    found.push(...data.map((contact) => ({ id: contact.id, label: contactName(contact) })));
    if (found.length > most) return { found: found.slice(0, most), areAll: false };
    onProgress(found.length);
    if (!meta.nextCursor) return { found, areAll: true };
    cursor = meta.nextCursor;
  }
}
