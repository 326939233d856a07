import { Download } from 'lucide-react';
import { dataHref } from '@/components/hooks/use-read';
import { buttonClasses } from '@/components/ui/button';
import type { ContactImport } from '@/lib/contract/import';
import { toFigures } from '../import-state';

/** Downloads rows that were not imported completely, to correct and upload them again. */
export function RejectedRowsLink({ one }: { one: ContactImport }) {
  const { rejected = 0, conflict = 0, shared = 0, leftOut = 0 } = toFigures(one) ?? {};
  if (rejected + conflict + shared + leftOut === 0) return null;
  return (
    <a
      href={dataHref('downloadRejectedRows', { id: one.id })}
      download
      className={buttonClasses({ size: 'sm' })}
    >
      <Download aria-hidden className="text-muted" />
      {rejected + conflict + shared === 0 ? 'Download rows with skipped values' : 'Download rejected rows'}
    </a>
  );
}
