import { API_TOKEN, type Program } from './program';

interface Answer<T> {
  status: number;
  data: T;
}

/** Calls the API of a program; for what a whole file of journeys shares, made before its first. */
export async function callApi<T>(
  program: Pick<Program, 'url'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const response = await fetch(`${program.url}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: T };
  return { status: response.status, data };
}

/**
 * Makes `count` contacts named `Ann 001`, `Ann 002`, … of the company `company`, the first updated first; every
 * third one is in the segment.
 */
export async function makeContacts(
  program: Pick<Program, 'url'>,
  { count, company, segmentId }: { count: number; company: string; segmentId?: string },
): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const number = String(n).padStart(3, '0');
    const { status } = await callApi(program, 'POST', '/contacts', {
      email: `ann.${number}@${company.toLowerCase()}.example`,
      firstname: 'Ann',
      lastname: number,
      company,
      segmentIds: segmentId && n % 3 === 0 ? [segmentId] : [],
    });
    if (status !== 201) throw new Error(`Contact ${n} was answered with ${status}.`);
  }
}
