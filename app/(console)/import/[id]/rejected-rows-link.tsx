import { Download } from 'lucide-react';
import { dataHref } from '@/components/hooks/use-read';
import { buttonClasses } from '@/components/ui/button';
import type { ContactImport } from '@/lib/contract/import';
import { toFigures } from '../import-state';

/** Downloads rows that were not imported completely, to correct and upload them again. */
export function RejectedRowsLink({ one }: { one: ContactImport }) {
  const { heldBack = 0, leftOut = 0 } = toFigures(one) ?? {};
  if (heldBack + leftOut === 0) return null;
  return (
    <a href={rejectedRowsHref(one)} download className={buttonClasses({ size: 'sm' })}>
      <Download aria-hidden className="text-muted" />
      {heldBack > 0 ? 'Download held-back rows' : 'Download rows with values left out'}
    </a>
  );
}

export const rejectedRowsHref = ({ id }: ContactImport) => dataHref('downloadRejectedRows', { id });
