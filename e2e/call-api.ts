import type { PageMeta } from '../lib/contract/page';
import { API_TOKEN } from './program';

export interface Answer {
  status: number;
  body: unknown;
}

export type Api = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Calls the API of a program with a full-scope token. Sends a text body as it is, any other as JSON. */
export async function callApi(url: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

export interface Called<Data> {
  data: Data;
  /** Paging of a list. */
  meta: PageMeta;
}

/**
 * Calls the API and returns the answer.
 *
 * @throws Error if the call fails.
 */
export async function call<Data>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Called<Data>> {
  const answer = await callApi(url, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body as Called<Data>;
}
