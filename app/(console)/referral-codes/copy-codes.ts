import { countOf } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';

/** Copies codes, one a line. */
export async function copyCodes(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast.success(codes.length === 1 ? `Copied ${codes[0]}` : `Copied ${countOf(codes.length, 'code')}`);
  } catch {
    // No clipboard on an insecure origin.
    toast.error('Could not copy', { description: 'The browser does not allow it. Copy by hand.' });
  }
}
