import { detectAll } from 'jschardet';
import { type ImportEncoding, importEncodings } from '@/lib/contract/import';
import { headerLanguage } from './header-meaning';
import { textSource } from './text-encoding';

/** Encodings by the library's names where these differ or name a part of a larger encoding. */
const NAMES: Record<string, ImportEncoding> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
  cp874: 'windows-874',
  cp932: 'shift_jis',
  'shift-jis': 'shift_jis',
  cp949: 'euc-kr',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp866: 'ibm866',
  cp437: 'ibm850',
  cp850: 'ibm850',
  cp858: 'ibm850',
  cp852: 'ibm852',
  'koi8-t': 'koi8-u',
};
/** Languages of encodings that serve only some; all other encodings serve `WESTERN`. */
const LANGUAGES: Partial<Record<ImportEncoding, string>> = {
  'windows-1250': 'pl cs hu ro de',
  'iso-8859-2': 'pl cs hu ro de',
  ibm852: 'pl cs hu',
  'windows-1251': 'ru uk',
  'iso-8859-5': 'ru uk',
  'koi8-r': 'ru',
  'koi8-u': 'uk',
  ibm866: 'ru uk',
  'x-mac-cyrillic': 'ru uk',
  'windows-1253': 'el',
  'iso-8859-7': 'el',
  'windows-1254': 'tr',
  'windows-1255': 'he',
  'iso-8859-8': 'he',
  'windows-1256': 'ar',
  'iso-8859-6': 'ar',
  'windows-1257': '',
  'iso-8859-13': '',
  'iso-8859-4': '',
  'windows-1258': 'vi',
  'windows-874': '',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  gb18030: 'zh',
  big5: 'zh',
  'euc-kr': 'ko',
};
const WESTERN = 'de fr es it pt nl sv da no fi';
/** Usual encodings, of which the library is unsure in short lists of names. */
const USUAL: ImportEncoding[] = ['windows-1252', 'macintosh', 'ibm850'];
/** Factors for how common encodings are: Windows wrote most files, and the Baltic states few. */
const SHARES: [encoding: RegExp, share: number][] = [
  [/^(?:windows-1257|iso-8859-13)$/, 0.7],
  [/^iso-8859-4$/, 0.3],
  [/^(?:iso-|koi8-t)/, 0.9],
  [/^ibm|mac/, 0.8],
];
const share = (encoding: ImportEncoding) => SHARES.find(([names]) => names.test(encoding))?.[1] ?? 1;
/** Bytes that are enough to tell the encoding. */
const ENOUGH = 32 * 1024;
const MOST_CANDIDATES = 12;
/** Encodings that hardly anybody has used. */
const RARE = /^iso-8859-(?:3|10|14)$/;

/** The most likely encoding of text that is not in Unicode, and begins with its header if it has one. */
export function legacyEncoding(bytes: Uint8Array): ImportEncoding {
  const sample = bytes.subarray(0, ENOUGH);
  const candidates = new Map<ImportEncoding, number>();
  for (const { encoding, confidence } of detectAll(sample).slice(0, 2 * MOST_CANDIDATES)) {
    const name = toImportEncoding(encoding);
    if (name && !RARE.test(name) && !candidates.has(name) && candidates.size < MOST_CANDIDATES)
      candidates.set(name, confidence);
  }
  const surest = Math.max(...candidates.values(), 0.01);
  for (const encoding of USUAL)
    candidates.set(encoding, Math.max(candidates.get(encoding) ?? 0, surest * 0.4));
  const scored = [...candidates].map(([encoding, confidence]) => {
    const text = textSource(encoding).read(sample, true);
    return {
      encoding,
      text,
      score: confidence * plausibility(text) * languageFit(text, encoding) * share(encoding),
    };
  });
  const best = scored.reduce((best, one) => (one.score > best.score ? one : best));
  // Prefer the usual encoding if both read the same text.
  const usual = scored.find(({ encoding, text }) => encoding === USUAL[0] && text === best.text);
  return (usual ?? best).encoding;
}

/** Our name of an encoding that the library has detected; `null` if imports do not know it. */
function toImportEncoding(name: string | null): ImportEncoding | null {
  const lower = (name ?? '')
    .toLowerCase()
    .replace(/^iso8859-/, 'iso-8859-')
    .replace(/^cp125/, 'windows-125');
  const known = NAMES[lower] ?? lower;
  return (importEncodings as readonly string[]).includes(known) ? (known as ImportEncoding) : null;
}

/** Marks of a wrong encoding: a capital after a small letter, a sign or another script within a word, a control character. */
const ODD = new RegExp(
  [
    String.raw`(?<=\p{Ll})(?=\P{ASCII})\p{Lu}`,
    String.raw`(?<=\P{ASCII})(?<=\p{Ll})\p{Lu}`,
    String.raw`(?<=\p{L})(?=\P{ASCII})[^\p{L}\p{M}’‘“”„–—…«»°ºª€]`,
    String.raw`(?<=\p{L})[‘“”„–—…«»°](?=\p{L})`,
    String.raw`(?=\P{ASCII})[\p{Lm}\p{Sk}](?=\p{L})`,
    String.raw`(?<=[A-Za-z])[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}]`,
    String.raw`\ufffd|\p{Co}|[\x80-\x9f]`,
  ].join('|'),
  'gu',
);

/** From 0 to 1: how far non-ASCII characters are letters, with capitals only at the beginning of words; 0 without any. */
function plausibility(text: string): number {
  const all = text.match(/\P{ASCII}/gu)?.length ?? 0;
  if (all === 0) return 0;
  const odd = text.match(ODD)?.length ?? 0;
  const signs = text.match(/(?=\P{ASCII})[^\p{L}\p{M}\p{P}\p{Z}\ufffd]/gu)?.length ?? 0;
  return Math.max(1 - (odd + signs / 2) / all, 0.01) ** 3;
}

/** Factor for whether this encoding serves the header's language: 2 if so, 0.5 if not, 1 for an unknown one or English. */
function languageFit(text: string, encoding: ImportEncoding): number {
  const lines = text.slice(0, 4_000).split(/[\r\n]+/, 5);
  const language = headerLanguage(lines.flatMap((line) => line.split(/[,;\t|]/)));
  if (!language || language === 'en') return 1;
  return (LANGUAGES[encoding] ?? WESTERN).split(' ').includes(language) ? 2 : 0.5;
}
