import { toast } from './toast';

/** Copies text, and says so of `what`. */
export async function copyText(text: string, what = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`Copied ${what}`);
  } catch {
    // No clipboard on an insecure origin.
    toast.error('Could not copy', { description: 'The browser does not allow it. Copy by hand.' });
  }
}
