/** Without the characters that turn around the order of what follows: those of a name would turn our words, too. */
export function withoutTurns(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
