import { normalize } from '@/lib/contract/text';

/**
 * Normalizes text for search and sort, like `fold` in the database: lower case, no marks of any script,
 * plain digits and widths, no apostrophes, hyphens as spaces, and letters that do not decompose by their usual spelling.
 * A test compares the two functions character by character.
 */
export function normalizeText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/['`]/g, '').replaceAll('-', ' ');
  // A lone acute accent would decompose to a space.
  const plain = normalize(text.replaceAll('´', "'"), 'NFKD').toLowerCase().replace(LEFT_OUT, '');
  return punctuation(plain)
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[^\p{ASCII}]/gu, (letter) => spellings.get(letter) ?? letter);
}

const ASCII = /^\p{ASCII}*$/u;
/** Marks, invisible characters, and the stroke that stretches Arabic words. */
const LEFT_OUT = /[\p{M}\p{Cf}\p{DI}\u0640]/gu;

const punctuation = (text: string): string =>
  text.replace(/['`‘’‛′‵ʹʻʼʽʾʿˈˊˋꞌ՚׳❛❜]/gu, '').replace(/[\p{Pd}⁃−]/gu, ' ');

/** Converts a decimal digit of any script. Each script's digits are consecutive; some scripts have two sets. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/** Each usual spelling, followed by the lowercase letters that it replaces because they do not decompose. */
const LETTERS = `
  a:ⱥᴀᶏɐɑ ae:æᴁ b:ƀɓƃʙᴃᵬᶀ c:ƈȼɕᴄꞓ d:ðđɖɗƌȡᴅᴆᵭᶁᶑꝱꝺ e:əǝɘɛɇᴇᶒᶓⱸ f:ƒᵮᶂꜰꝼ g:ɠǥɡɢʛᶃꞡ h:ħɦɧʜⱨ i:ıɩɨɪᵻᶖ
  j:ȷɉɟʝᴊ k:ĸƙᴋᶄⱪꝁꝃꝅꞣ l:łƚȴɫɬɭʟᴌᶅⱡꝇꝉꝲ m:ɱᴍᵯᶆꝳ n:ŋɲƞȵɳɴᵰᶇꝴꞑꞥ o:øɔᴏⱺꝋꝍ oe:œɶ p:ƥᴘᵱᵽᶈꝑꝓꝕ q:ʠꝗꝙ
  r:ɍɼɽɾʀᵲᵳᶉꝵꝶꞧ s:ȿʂᵴᶊẜẝꜱꞩ ss:ß t:ŧƫƭʈȶⱦᴛᵵꝷꞇ th:þᵺꝥꝧ u:ʉᴜᵾᶙ v:ʋᴠᶌỽⱱⱴꝟ w:ᴡⱳ y:ƴɏʏỿ z:ƶȥɀʐʑᴢᵶᶎⱬ σ:ς
  г:ґ ي:ىیے ك:ک ه:ةہھە`;

const spellings = new Map(
  LETTERS.trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string])
    .flatMap(([spelling, letters]) => [...letters].map((letter) => [letter, spelling] as const)),
);
