const HIDDEN = '…';
/** Shorter parts occur in any text by chance. */
const SHORTEST_PART = 8;

/** Replaces the token in a text by `…`: plain, percent-encoded, escaped as JSON, or in base64, in any case. */
export function redact(text: string, token: string): string {
  const spellings = [
    token,
    encodeURIComponent(token),
    JSON.stringify(token).slice(1, -1),
    ...[0, 1, 2].flatMap((before) => base64Of(token, before)).filter(({ length }) => length >= SHORTEST_PART),
  ];
  const pattern = [...new Set(spellings)]
    .sort((one, other) => other.length - one.length)
    .map((spelling) => spelling.replace(/[^\w]/g, '\\$&'))
    .join('|');
  return text.replace(new RegExp(pattern, 'gi'), HIDDEN);
}

/** The part of a longer text's base64 that depends on the token alone, at one of three byte offsets. */
function base64Of(token: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]);
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(from, to));
}
