/** Makes untrusted text safe for a terminal: escapes characters that move the cursor or reverse lines. */
export const printable = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
