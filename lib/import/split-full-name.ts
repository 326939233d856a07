/** Words that begin a last name of several words: "Jane van der Berg". */
const PARTICLES = new Set(
  'van von de der den del della di da do dos das du la le ten ter zu zum zur af av bin ibn al el y e'.split(
    ' ',
  ),
);
const SUFFIX = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|mba|esq)\.?$/i;

/** "Jane Doe" or "Doe, Jane" in two parts; blank parts are left out, and a single word is the first name. */
export function splitFullName(name: string): { firstname?: string; lastname?: string } {
  const [before = '', ...after] = name
    .trim()
    .replace(/\s+/g, ' ')
    .split(/ ?[,，] ?/);
  const rest = after.filter(Boolean).join(', ');
  const suffix = before && SUFFIX.test(rest) ? `, ${rest}` : '';
  if (before && rest && !suffix) return { firstname: rest, lastname: before };
  const words = (before || rest).split(' ').filter(Boolean);
  if (words.length < 2) return words[0] ? { firstname: words[0] + suffix } : {};
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && PARTICLES.has(word.toLowerCase()),
  );
  const cut = particle > 0 ? particle : words.length - 1;
  return { firstname: words.slice(0, cut).join(' '), lastname: words.slice(cut).join(' ') + suffix };
}
