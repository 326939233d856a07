import { Download } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import type { PageMeta } from '@/lib/contract/page';

const ExportDialog = dynamic(() => import('./export-dialog').catch(chunkLoadFailed));

interface ExportButtonProps {
  filter: ContactFilter;
  /** The filter in words; empty without a filter. */
  words: string;
  /** Total of matching contacts, once loaded. */
  meta: PageMeta | undefined;
}

/** Exports all contacts that match the filter, by `ExportDialog`. On phones, the display menu presses it. */
export function ExportButton({ filter, words, meta }: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-keyshortcuts="d"
        disabled={!meta?.total}
        onClick={() => setOpen(true)}
        className="max-md:hidden"
      >
        <Download aria-hidden className="text-muted @max-xl:hidden" />
        Export
      </Button>
      {open && meta ? (
        <ExportDialog
          contacts={{ selected: new Map(), all: { filter, words, count: meta.total, examples: [] } }}
          atLeast={!meta.totalIsExact}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
