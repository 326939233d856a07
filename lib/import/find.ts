/** Counts the characters that searches look at: a test compares a text with one twice as long. */
export const parsingWork = { steps: 0 };

/** Like `String.indexOf`, but returns the length of the text if there is no match. */
export function find(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  const found = index < 0 ? text.length : index;
  parsingWork.steps += Math.max(found - from, 0) + 1;
  return found;
}

/** Finds the next occurrence of a character. Looks at each part of the text once, as long as searches go forward. */
export class NextOf {
  private from = 0;
  private at = -1;

  constructor(private readonly character: string) {}

  /** Index of the character at or after `from`, else the length of the text. */
  in(text: string, from: number): number {
    if (from < this.from || from > this.at) {
      this.at = find(text, this.character, from);
      this.from = from;
    }
    return this.at;
  }

  /** Prepares for another text, or returns to the earlier state `to` in the same text. */
  reset(to?: NextOf): void {
    this.from = to?.from ?? 0;
    this.at = to?.at ?? -1;
  }
}
