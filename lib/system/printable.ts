/** Text that others wrote, for a terminal: what would move its cursor or turn its lines around is shown as an escape. */
export const printable = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
