import { toast } from './toast';

/** Copies text, and says so of `what`, with what there is to add. */
export async function copyText(text: string, what = text, description?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`Copied ${what}`, { description });
  } catch {
    // No clipboard on an insecure origin.
    toast.error('Could not copy', {
      description: 'Your browser does not allow it. Select the text and copy it.',
    });
  }
}
