/** What was dropped or pasted on another page, for the page that opens with it: an address cannot hold it. */
let offered: File | string | null = null;

/** Keeps a file for the import page, or a text for its page of pasted rows. */
export function offer(given: File | string): void {
  offered = given;
}

/** Takes what was offered, once; `null` if there is nothing of this kind. */
export function takeOffered(kind: 'file'): File | null;
export function takeOffered(kind: 'text'): string | null;
export function takeOffered(kind: 'file' | 'text'): File | string | null {
  const given = offered;
  offered = null;
  return (typeof given === 'string') === (kind === 'text') ? given : null;
}
