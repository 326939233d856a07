const MIB = 1024 * 1024;

/** Bytes beyond which an answer never ends, or is not for us. Several may be under way at once, and each takes memory. */
export const LIMITS = {
  /** One contact, the segments, a refusal. */
  short: MIB,
  /** A list of 100 contacts, a document. */
  long: 8 * MIB,
  /** What became of 1,000 contacts. */
  batch: 32 * MIB,
} as const;

/** An answer that is not of the contract. The message is a sentence for people. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
  constructor(
    message: string,
    /** Whether nothing came at all. */
    readonly isEmpty = false,
  ) {
    super(message);
  }
}

/**
 * Reads the JSON of an answer that came over a network. `undefined` where an error came without any.
 *
 * @param limit Of what succeeds; a refusal is short.
 * @throws BadAnswer for a redirect, for what is no JSON, and, without reading on, for what is too long. Whatever the
 *   connection throws when it breaks or when the call is given up.
 */
export async function readAnswer(response: Response, limit: number): Promise<unknown> {
  if (response.status >= 300 && response.status < 400) {
    giveUp(response.body);
    throw new BadAnswer(redirectMessage(response));
  }
  const text = await readText(response, response.ok ? limit : LIMITS.short);
  try {
    return JSON.parse(text);
  } catch {
    if (!response.ok) return undefined;
    const kind = kindOf(response, text);
    throw new BadAnswer(`The contacts service answered with ${kind} instead of JSON.`, kind === NOTHING);
  }
}

/** The token goes to the configured origin only, so a redirect is not followed; the operator changes the address. */
function redirectMessage(response: Response): string {
  const location = response.headers.get('Location');
  // Without its query, which may hold anything; the address of the request is the operator's own.
  const target =
    location && URL.canParse(location, response.url || undefined) && new URL(location, response.url);
  const where = target ? `${target.origin}${target.pathname}` : 'another address';
  return `The contacts service redirects to ${where}. Check CONTACTS_API_URL.`;
}

async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      giveUp(reader);
      throw new BadAnswer('The contacts service sent an answer that does not end.');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Not waited for: what reads a copy of the answer may keep it open. */
function giveUp(body: { cancel(): Promise<void> } | null | undefined): void {
  body?.cancel().catch(() => {});
}

const NOTHING = 'nothing';

function kindOf(response: Response, text: string): string {
  if (text.trim() === '') return NOTHING;
  if (/html/.test(response.headers.get('Content-Type') ?? '') || /^\s*</.test(text)) return 'a web page';
  return 'something';
}
