import type { PageMeta } from '../lib/contract/page';
import { API_TOKEN } from './program';

export interface Answer {
  status: number;
  body: unknown;
}

export type Api = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Calls the API of a program with a full-scope token; a body that is text is sent as it is. */
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
  /** Of a list in pages. */
  meta: PageMeta;
}

/**
 * What a call that has to succeed answers.
 *
 * @throws Error where it does not.
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
