/** No answer of a contacts service is that long; one that is never ends, or is not for us. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** An answer that is not of the contract. The message is a sentence for people. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

/**
 * Reads the JSON of an answer that came over a network. `undefined` where an error came without any.
 *
 * @throws BadAnswer for a redirect, for what is no JSON, and, without reading on, for what is too long. Whatever the
 *   connection throws when it breaks or when the call is given up.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status >= 300 && response.status < 400) {
    giveUp(response.body);
    throw new BadAnswer(redirectMessage(response));
  }
  const text = await readText(response);
  try {
    return JSON.parse(text);
  } catch {
    if (!response.ok) return undefined;
    throw new BadAnswer(`The contacts service answered with ${kindOf(response, text)} instead of JSON.`);
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

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > BODY_LIMIT) {
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

function kindOf(response: Response, text: string): string {
  if (text.trim() === '') return 'nothing';
  if (/html/.test(response.headers.get('Content-Type') ?? '') || /^\s*</.test(text)) return 'a web page';
  return 'something';
}
