/** Removes the characters that reverse the order of what follows: one in a name would reverse our words, too. */
export function stripBidiControls(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
