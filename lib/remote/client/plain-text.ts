import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';
import { redact } from './redact';

const LONGEST_TEXT = 300;

/** Makes a text of another service fit for pages and logs: cut at `LONGEST_TEXT`, on one line, without the token. */
export function toPlainText(text: string, token: string): string {
  const line = redact(onOneLine(text), token);
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT).toWellFormed()} …` : line;
}

/** The text as from `toPlainText`, with a period unless it ends a sentence. */
export function plainSentence(text: string, token: string): string {
  const line = toPlainText(text, token);
  return SENTENCE_END.test(line) ? line : `${line}.`;
}

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/;

/** Replaces line breaks, control characters and repeated spaces by one space; removes bidi controls. */
export function onOneLine(text: string): string {
  return stripBidiControls(text.toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
