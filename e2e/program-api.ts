import type { Contact } from '@/lib/contract/contact';
import { expect } from './journey';
import { API_TOKEN } from './program';

interface Answer<Data> {
  data: Data;
  meta: { total: number; nextCursor: string | null };
}

/** Calls the API of a program; a body that is text is sent as it is. */
export async function call<Data>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<Data>> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer<Data>;
  expect(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer;
}

/** Every contact there is, oldest first. */
export async function everyContact(url: string): Promise<Map<string, Contact>> {
  const found = new Map<string, Contact>();
  for (let cursor = ''; ; ) {
    const { data, meta } = await call<Contact[]>(
      url,
      'GET',
      `/contacts?pageSize=100&sort=createdAt${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const contact of data) found.set(contact.id, contact);
    if (!meta.nextCursor) return found;
    cursor = meta.nextCursor;
  }
}
