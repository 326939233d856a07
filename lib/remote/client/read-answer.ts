const MIB = 1024 * 1024;

/** Longest responses in bytes. Several may be in memory at once. */
export const LIMITS = {
  /** A contact, the segments, an error. */
  short: MIB,
  /** A list of 100 contacts, a document. */
  long: 8 * MIB,
  /** Results for 1,000 contacts. */
  batch: 32 * MIB,
} as const;

/** A response that breaks the contract. The message is a sentence for people. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
  constructor(
    message: string,
    /** Whether the body was empty. */
    readonly isEmpty = false,
  ) {
    super(message);
  }
}

/**
 * Reads the JSON of a response over the network, up to `limit` bytes (errors: `LIMITS.short`); `undefined` for an error
 * response without JSON.
 *
 * @throws BadAnswer for a redirect, or a body that is too long or not JSON; and connection errors.
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
    const kind = describeBody(response, text);
    throw new BadAnswer(`The contacts service answered with ${kind} instead of JSON.`, kind === NOTHING);
  }
}

/** Says where a redirect leads. Redirects are not followed: the token goes only to the configured origin. */
function redirectMessage(response: Response): string {
  const location = response.headers.get('Location');
  // The query is left out: it may hold secrets.
  const target =
    location && URL.canParse(location, response.url || undefined) && new URL(location, response.url);
  const where = target ? `${target.origin}${target.pathname}` : 'another address';
  return `The contacts service redirects to ${where}. Check CONTACTS_API_URL.`;
}

/** Reads a body as UTF-8 text. @throws BadAnswer if it has more than `limit` bytes. */
async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      giveUp(reader);
      throw new BadAnswer('The contacts service sent a response that is too long.');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Cancels a body without waiting: a reader of a copy may keep the stream open. */
function giveUp(body: { cancel(): Promise<void> } | null | undefined): void {
  body?.cancel().catch(() => {});
}

const NOTHING = 'nothing';

/** What a body that is not JSON seems to be, for a message: nothing, a web page or something. */
function describeBody(response: Response, text: string): string {
  if (text.trim() === '') return NOTHING;
  if (/html/.test(response.headers.get('Content-Type') ?? '') || /^\s*</.test(text)) return 'a web page';
  return 'something';
}
