import { toast } from './toast';

/** Copies text, and says so of `what`. */
export async function copyText(text: string, what = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`Copied ${what}`);
  } catch {
    // No clipboard on an insecure origin.
    toast.error('Could not copy', {
      description: 'Your browser does not allow it. Select the text and copy it.',
    });
  }
}
