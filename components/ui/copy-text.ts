import { toast } from './toast';

/** Copies text and shows a toast "Copied `what`" with a description, or one that it could not be copied. Never rejects. */
export async function copyText(text: string, what = text, description?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`Copied ${what}`, { description });
  } catch {
    // Insecure origins have no clipboard.
    toast.error('Could not copy', {
      description: 'Your browser does not allow it. Select the text and copy it.',
    });
  }
}
