import { isAscii, isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '@/lib/contract/import';

/** Turns the bytes of a file into text, chunk by chunk, without the byte order mark and NUL characters. */
export interface TextSource {
  /** `isLast`: nothing follows. */
  read(bytes: Uint8Array, isLast?: boolean): string;
}

/** Characters 80 to FF of DOS code pages, which `TextDecoder` does not know. */
const CODE_PAGES: Partial<Record<ImportEncoding, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};

/** Returns a decoder for one file in this encoding, without byte order mark and NUL characters. */
export function textSource(encoding: ImportEncoding): TextSource {
  const source =
    encoding === 'utf-8' || encoding === 'utf-8-twice'
      ? utf8Source(encoding === 'utf-8-twice')
      : (codePageSource(CODE_PAGES[encoding]) ?? decoderSource(encoding));
  return {
    read: (bytes, isLast) => {
      const text = source.read(bytes, isLast);
      return text.includes('\0') ? text.replaceAll('\0', '') : text;
    },
  };
}

/** Decodes an encoding that `TextDecoder` knows. */
function decoderSource(encoding: string): TextSource {
  const decoder = new TextDecoder(encoding);
  // Node 20 decodes Windows-1252 as Latin-1 unless it is asked to stream.
  return {
    read: (bytes, isLast) => decoder.decode(bytes, { stream: true }) + (isLast ? decoder.decode() : ''),
  };
}

/** Decodes a DOS code page by its `upper` 128 characters; `null` without them. */
function codePageSource(upper: string | undefined): TextSource | null {
  if (!upper) return null;
  const read = (bytes: Uint8Array) =>
    latin1(bytes).replace(/[\x80-\xff]/g, (character) => upper[character.charCodeAt(0) - 128] ?? '');
  return { read };
}

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/**
 * Decodes UTF-8 with damaged bytes: a byte that is a letter in Windows-1252 is read as that letter. `isTwice`: also
 * repairs text that was encoded twice.
 */
function utf8Source(isTwice: boolean): TextSource {
  let rest: Uint8Array = new Uint8Array();
  let isFirst = true;
  return {
    /** Decodes a chunk; keeps a character that the next chunk completes until then. */
    read(chunk, isLast = false) {
      let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = isLast ? bytes.length : bytes.length - cutLength(bytes);
      rest = bytes.slice(end);
      bytes = bytes.subarray(0, end);
      const text = isUtf8(bytes)
        ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
        : decodeDamaged(bytes);
      // Some programs write the mark twice.
      const start = isFirst ? text.length - text.replace(/^\ufeff{1,3}/, '').length : 0;
      if (bytes.length > 0) isFirst = false;
      return isTwice ? undoSecondEncoding(text.slice(start)) : text.slice(start);
    },
  };
}

/** Number of bytes at the end that begin a character completed by the next chunk. */
function cutLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** A multi-byte UTF-8 character, or a stray byte, in text decoded as Latin-1. */
const UTF_8_OR_BYTE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

const windows1252 = Array.from({ length: 128 }, (_, index) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(128 + index), { stream: true }),
);
const windows1252Byte = new Map(windows1252.map((character, index) => [character, 128 + index]));

/** Decodes UTF-8; bytes of no character become letters of Windows-1252, else U+FFFD. */
function decodeDamaged(bytes: Uint8Array): string {
  return latin1(bytes).replace(UTF_8_OR_BYTE, (found, at: number) => {
    if (found.length > 1) return Buffer.from(found, 'latin1').toString();
    // The beginning of a character at the end of a file was cut, not damaged.
    const character = at + 1 < bytes.length ? windows1252[found.charCodeAt(0) - 128] : undefined;
    return character && /[\p{L}’–]/u.test(character) ? character : '\ufffd';
  });
}

/** Characters that show the UTF-8 bytes of another character: Ã¤. */
const TWICE = new RegExp(
  `[\u00c2-\u00f4][${windows1252
    .slice(0, 64)
    .join('')
    .replace(/[\]\\^-]/g, '\\$&')}]{1,3}`,
  'g',
);

/** Repairs text that was encoded twice: `Ã¤` becomes `ä`. */
function undoSecondEncoding(text: string): string {
  return text.replace(TWICE, (found) => {
    const bytes = Uint8Array.from(found, (character) => windows1252Byte.get(character) ?? 0);
    for (let size = bytes.length; size > 1; size--)
      if (isUtf8(bytes.subarray(0, size)))
        return Buffer.from(bytes.subarray(0, size)).toString() + found.slice(size);
    return found;
  });
}

/** First bytes of files that are not text: PNG, JPEG, GIF, 7z, RAR. */
const NO_TEXT = ['89504e47', 'ffd8ff', '47494638', '377abcaf', '52617221'];

/** Encodings by byte order mark, in hex. */
const MARKS = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' } as const;

/**
 * The encoding that the bytes of a file prove, from its beginning and sampled `lines`; `legacy` for text that `legacyEncoding`
 * has to decide, `null` for other data. The last character of the beginning may be cut.
 */
export function provedEncoding(
  beginning: Uint8Array,
  lines: Uint8Array = new Uint8Array(),
): ImportEncoding | 'legacy' | null {
  const start = Buffer.from(beginning.subarray(0, 4)).toString('hex');
  if (NO_TEXT.some((magic) => start.startsWith(magic))) return null;
  for (const [mark, encoding] of Object.entries(MARKS)) if (start.startsWith(mark)) return encoding;
  const wide = detectUtf16(beginning);
  if (wide) return wide;
  const bytes = Buffer.concat(
    [beginning, lines].map((part) => part.subarray(0, part.length - cutLength(part))),
  );
  const text = bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
  if (!isText(text)) return null;
  if (isAscii(text))
    return ['\x1b$@', '\x1b$B'].some((escape) => latin1(text).includes(escape)) ? 'iso-2022-jp' : 'utf-8';
  const [characters, damaged] = utf8Counts(text);
  if (damaged * 3 >= characters) return 'legacy';
  return isMostlyTwice(utf8Source(false).read(text)) ? 'utf-8-twice' : 'utf-8';
}

/**
 * Detects UTF-16 without a mark, by NUL bytes: every other byte of Latin text is NUL; in other scripts, commas and digits have
 * enough.
 */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const nuls: [number, number] = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) nuls[(index % 2) as 0 | 1]++;
  const [even, odd] = nuls;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  if (Math.max(even, odd) <= bytes.length / 20 || Math.min(even, odd) * 20 >= Math.max(even, odd))
    return null;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return /^(?:\P{Cc}|[\t\r\n])*$/u.test(text.slice(0, 10_000)) ? encoding : null;
  } catch {
    return null;
  }
}

/** Whether at most one in 50 of the first 64 KiB is a control character other than white space, end-of-file and escape. */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 64 * 1024);
  const control = head.filter(
    (byte) => byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 26 && byte !== 27,
  );
  return control.length * 50 <= head.length;
}

/** Counts multi-byte characters, and bytes that belong to none. */
function utf8Counts(bytes: Uint8Array): [characters: number, damaged: number] {
  const counts: [number, number] = [0, 0];
  for (const [found] of latin1(bytes).matchAll(UTF_8_OR_BYTE)) counts[found.length > 1 ? 0 : 1]++;
  return counts;
}

/** Whether repairing text that was encoded twice would change most of its characters beyond ASCII. */
function isMostlyTwice(text: string): boolean {
  const before = text.match(/\P{ASCII}/gu)?.length ?? 0;
  const after = undoSecondEncoding(text).match(/\P{ASCII}/gu)?.length ?? 0;
  // Each repaired character replaces two or three.
  return before - after > before / 3;
}
