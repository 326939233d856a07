/** Removes bidi control characters, which would also reverse the text around a name. */
export function stripBidiControls(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
