import { Download } from 'lucide-react';
import { dataHref } from '@/components/hooks/use-read';
import { buttonClasses } from '@/components/ui/button';
import type { ContactImport } from '@/lib/contract/import';
import { figuresOf } from '../import-state';

/** Downloads the rows that are not imported, to correct them and upload them again. */
export function RejectedRowsLink({ one }: { one: ContactImport }) {
  const { rejected = 0, conflict = 0 } = figuresOf(one) ?? {};
  if (rejected + conflict === 0) return null;
  return (
    <a
      href={dataHref('downloadRejectedRows', { id: one.id })}
      download
      className={buttonClasses({ size: 'sm' })}
    >
      <Download aria-hidden className="text-muted" />
      Download rejected rows
    </a>
  );
}
