/** Characters that searches have looked at: a test compares the work of a text with that of one twice as long. */
export const work = { steps: 0 };

/** As `String.indexOf`, with the length of the text where there is none. */
export function find(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  const found = index < 0 ? text.length : index;
  work.steps += Math.max(found - from, 0) + 1;
  return found;
}

/** Finds the next of one character; looks at each part of the text once, as long as searches go forward. */
export class NextOf {
  private from = 0;
  private at = -1;

  constructor(private readonly character: string) {}

  in(text: string, from: number): number {
    if (from < this.from || from > this.at) {
      this.at = find(text, this.character, from);
      this.from = from;
    }
    return this.at;
  }

  /** For another text, or to return to an earlier place of this one. */
  reset(to?: NextOf): void {
    this.from = to?.from ?? 0;
    this.at = to?.at ?? -1;
  }
}
