import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';
import { withoutToken } from './without-token';

const LONGEST_TEXT = 300;

/** A text of somebody else's service, fit for pages and logs: short, on one line, and without the token. */
export function plainText(text: string, token: string): string {
  const line = withoutToken(onOneLine(text), token);
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT).toWellFormed()} …` : line;
}

/** The same as a sentence that others can follow. */
export function plainSentence(text: string, token: string): string {
  const line = plainText(text, token);
  return ENDED.test(line) ? line : `${line}.`;
}

const ENDED = /[.!?…。！？]["'”’»)\]]*$/;

/** Without control characters, and without those that turn around the order of what follows, in our words too. */
export function onOneLine(text: string): string {
  return stripBidiControls(text.toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
